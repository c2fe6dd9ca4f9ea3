import { useId } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./login.module.css";

/** The logo with two blinking faces. */
export function FriendlyMark() {
  const clip = useId();
  return (
    <svg className={styles.mark} viewBox="0 0 64 64" aria-hidden="true">
      <clipPath id={clip}>
        <circle cx="23.5" cy="23.5" r="21.5" />
      </clipPath>
      <circle cx="23.5" cy="23.5" r="21.5" fill="#6e74fa" />
      <rect x="25" y="25" width="37" height="37" rx="12.5" fill="#ff93cb" />
      <rect x="25" y="25" width="37" height="37" rx="12.5" fill="#3c42e0" clipPath={`url(#${clip})`} />
      <g fill="none" strokeWidth="1.8" strokeLinecap="round">
        <g className={styles.blink} fill="#fff">
          <circle cx="14" cy="18" r="2.1" />
          <circle cx="23" cy="17" r="2.1" />
        </g>
        <path d="M17 23.5c1.7 1.6 3.8 1.4 5-.4" stroke="#fff" />
        <g className={cx(styles.blink, styles.late)} fill="#1b1336">
          <circle cx="45.5" cy="46" r="2.1" />
          <circle cx="54" cy="46.5" r="2.1" />
        </g>
        <path d="M47.6 51.8c1.3 1.6 3.4 1.6 4.6.2" stroke="#1b1336" />
      </g>
    </svg>
  );
}
