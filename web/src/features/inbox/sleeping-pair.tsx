/** The two mascots asleep under a quiet bell. 160 by 110. */
export const SleepingPair = () => (
  <>
    <ellipse cx="80" cy="101" rx="62" ry="5" fill="#6e74fa" opacity=".1" />
    <rect x="64" y="34" width="62" height="64" rx="20" fill="#ffb3db" />
    <circle cx="54" cy="66" r="32" fill="#8b90fb" />
    <path
      d="M64 54v24a20 20 0 0 0 5.4 13.7A32 32 0 0 0 86 66a31.8 31.8 0 0 0-6.8-19.7A20 20 0 0 0 64 54Z"
      fill="#5056e6"
    />
    <path
      d="M39 64c2 3 6 3 8 0M56 64c2 3 6 3 8 0M97 62c2 3 6 3 8 0M110 62c2 3 6 3 8 0"
      stroke="#1b1336"
      strokeWidth="2.6"
      strokeLinecap="round"
    />
    <path
      d="M48 74c2.5 2.5 5.5 2.5 8 0M104 71c2 2 4.5 2 6.5 0"
      stroke="#1b1336"
      strokeWidth="2.2"
      strokeLinecap="round"
    />
    <path
      d="M72 22a8.5 8.5 0 0 1 17 0c0 7.2 2.8 9 2.8 9H69.2s2.8-1.8 2.8-9ZM77.5 34a3.2 3.2 0 0 0 6 0"
      stroke="#8488ec"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </>
);
