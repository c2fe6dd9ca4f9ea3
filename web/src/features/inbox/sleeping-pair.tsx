import { pair } from "#web/ui/mascots.tsx";

/** The two mascots with closed eyes under a bell, 160 by 110 px. */
export const SleepingPair = () => (
  <>
    {pair}
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
