/** Both mascots without faces, side by side. */
export const pair = (
  <>
    <ellipse cx="80" cy="101" rx="62" ry="5" fill="#6e74fa" opacity=".1" />
    <rect x="64" y="34" width="62" height="64" rx="20" fill="#ffb3db" />
    <circle cx="54" cy="66" r="32" fill="#8b90fb" />
    <path
      d="M64 54v24a20 20 0 0 0 5.4 13.7A32 32 0 0 0 86 66a31.8 31.8 0 0 0-6.8-19.7A20 20 0 0 0 64 54Z"
      fill="#5056e6"
    />
  </>
);

/** Drawings of the two mascots, circle (알) and rounded square (모), for states of a page. 160 by 110. */
export const mascots = {
  together: (
    <>
      {pair}
      <path
        d="M38 66c2 3 6 3 8 0M54 66c2 3 6 3 8 0"
        stroke="#1b1336"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <circle cx="100" cy="62" r="2.7" fill="#1b1336" />
      <circle cx="111" cy="62" r="2.7" fill="#1b1336" />
      <path d="M103 70c1.5 1.6 3.5 1.6 5 0" stroke="#1b1336" strokeWidth="2.2" strokeLinecap="round" />
      <path
        d="M26 30h9l-9 10h9M42 14h7l-7 8h7"
        stroke="#8488ec"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  broken: (
    <>
      <ellipse cx="80" cy="101" rx="62" ry="5" fill="#6e74fa" opacity=".1" />
      <circle cx="42" cy="66" r="30" fill="#8b90fb" />
      <path
        d="m31 61 5 5m0-5-5 5M45 61l5 5m0-5-5 5"
        stroke="#1b1336"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <path d="M37 77c2-2.5 6-2.5 8 0" stroke="#1b1336" strokeWidth="2.4" strokeLinecap="round" />
      <path
        d="M72 66c8-14 12 12 19 0"
        stroke="#8488ec"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="1 8"
      />
      <rect x="95" y="40" width="52" height="54" rx="18" fill="#ffb3db" />
      <circle cx="115" cy="63" r="2.7" fill="#1b1336" />
      <circle cx="127" cy="63" r="2.7" fill="#1b1336" />
      <path d="M117 73h8" stroke="#1b1336" strokeWidth="2.4" strokeLinecap="round" />
    </>
  ),
  search: (
    <>
      <ellipse cx="80" cy="101" rx="62" ry="5" fill="#6e74fa" opacity=".1" />
      <rect x="22" y="46" width="46" height="50" rx="16" fill="#ffb3db" />
      <circle cx="40" cy="68" r="2.7" fill="#1b1336" />
      <circle cx="51" cy="68" r="2.7" fill="#1b1336" />
      <circle cx="92" cy="58" r="34" fill="#8b90fb" fillOpacity=".28" stroke="#6e74fa" strokeWidth="7" />
      <path d="m117 82 18 18" stroke="#5056e6" strokeWidth="10" strokeLinecap="round" />
      <path d="M78 52h28M78 64h18" stroke="#6e74fa" strokeWidth="4" strokeLinecap="round" opacity=".55" />
    </>
  ),
} as const;
