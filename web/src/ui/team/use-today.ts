import { useEffect, useState } from "react";
import { seoulDate } from "#contracts/dates";
import { addDays } from "#web/ui/month-calendar-days.ts";

/** Today in Seoul, `yyyy-MM-dd`; turns over at Seoul midnight, also after the machine has slept. */
export function useToday(): string {
  const [today, setToday] = useState(() => seoulDate(new Date()));
  useEffect(() => {
    const look = () => setToday(seoulDate(new Date()));
    const midnight = Date.parse(`${addDays(today, 1)}T00:00:00+09:00`);
    const timer = setTimeout(look, Math.max(1000, midnight - Date.now()));
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [today]);
  return today;
}
