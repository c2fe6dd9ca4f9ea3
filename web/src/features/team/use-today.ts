import { useEffect, useState } from "react";
import { seoulDate } from "#contracts/dates";

/** A timer until midnight would stand still while the machine sleeps. */
const lookEveryMs = 10_000;

/** Today in Seoul, `yyyy-MM-dd`; turns over at Seoul midnight, also when the machine sleeps through it. */
export function useToday(): string {
  const [today, setToday] = useState(() => seoulDate(new Date()));
  useEffect(() => {
    const look = () => setToday(seoulDate(new Date()));
    const timer = setInterval(look, lookEveryMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return today;
}
