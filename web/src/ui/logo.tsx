import { useId } from "react";

/** The logo: circle (알) and rounded square (모) where they meet. */
export function LogoMark({ size = 26 }: { size?: number }) {
  const clip = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <clipPath id={clip}>
        <circle cx="23.5" cy="23.5" r="21.5" />
      </clipPath>
      <circle cx="23.5" cy="23.5" r="21.5" fill="#6e74fa" />
      <rect x="25" y="25" width="37" height="37" rx="12.5" fill="#ff93cb" />
      <rect x="25" y="25" width="37" height="37" rx="12.5" fill="#3c42e0" clipPath={`url(#${clip})`} />
    </svg>
  );
}

/** The name 알고모임 as drawn letters in the text colour. */
export const Wordmark = ({ height = 19, className }: { height?: number; className?: string | undefined }) => (
  <svg
    className={className}
    height={height}
    width={(height * 172) / 46}
    viewBox="0 0 172 46"
    fill="none"
    stroke="currentColor"
    strokeWidth="5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <g transform="translate(3 0)">
      <circle cx="11.5" cy="11.5" r="8" />
      <path d="M30 3v16.5M30 11.5h6.5M7 26.5h23v7.8H7.5v8H31" />
    </g>
    <path transform="translate(46.5)" d="M6 6.5h27v14M19.5 22.5v16M3 39.5h34" />
    <g transform="translate(90 0)">
      <rect x="7" y="5.5" width="25" height="17" rx="4.5" />
      <path d="M19.5 23v16M3 39.5h34" />
    </g>
    <g transform="translate(134.5 0)">
      <circle cx="11.5" cy="11.5" r="8" />
      <path d="M32 3v16.5" />
      <rect x="8" y="26.5" width="24" height="15.8" rx="4.5" />
    </g>
  </svg>
);
