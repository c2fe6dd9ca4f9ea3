/** The two friends climb a stair that grows. 280 by 180. */
export const GrowthArt = () => (
  <svg viewBox="0 0 280 180" width="280" height="180" aria-hidden="true">
    <rect x="18" y="128" width="36" height="44" rx="13" fill="#2b2952" />
    <rect x="70" y="104" width="36" height="68" rx="13" fill="#3b3a78" />
    <rect x="122" y="82" width="36" height="90" rx="13" fill="#5156bf" />
    <rect x="174" y="58" width="36" height="114" rx="13" fill="#6e74fa" />
    <rect x="226" y="30" width="36" height="142" rx="13" fill="#ff93cb" />
    <circle cx="140" cy="58" r="21" fill="#8b90fb" />
    <rect x="172" y="14" width="40" height="40" rx="13" fill="#ffb3db" />
    <g fill="#15132b">
      <circle cx="135" cy="56" r="2.6" />
      <circle cx="146" cy="56" r="2.6" />
      <circle cx="187" cy="32" r="2.6" />
      <circle cx="198" cy="32" r="2.6" />
    </g>
    <path
      d="M137 64c2 2 5 2 7 0M190 40c1.5 1.8 4 1.8 5.5 0"
      stroke="#15132b"
      strokeWidth="2.2"
      strokeLinecap="round"
      fill="none"
    />
    <path
      d="M244 30V4M244 6c10-5 12 4 22 0v11c-10 4-12-5-22 0"
      stroke="#ffe1f1"
      strokeWidth="2.4"
      strokeLinejoin="round"
      fill="#f15ca7"
    />
    <path
      d="M36 116c14-22 38-42 72-54"
      stroke="#8b90fb"
      strokeWidth="3"
      strokeDasharray="1 9"
      strokeLinecap="round"
      fill="none"
    />
  </svg>
);
