import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isRealDate, seoulDate } from "#contracts/dates";
import { isRecord } from "#web/lib/navigation-state.ts";

/** A timer until midnight would stand still while the machine sleeps. */
const pollEveryMs = 10_000;

/** Today in Seoul, `yyyy-MM-dd`; turns over at Seoul midnight, also when the machine sleeps through it. */
export function useToday(): string {
  const [today, setToday] = useState(() => seoulDate(new Date()));
  useEffect(() => {
    const update = () => setToday(seoulDate(new Date()));
    const timer = setInterval(update, pollEveryMs);
    document.addEventListener("visibilitychange", update);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  return today;
}

/** The day that stands in the history, where a page that leads here or the last choice has left it. */
function keptDay(state: unknown): string | null {
  const day = isRecord(state) ? state.day : null;
  return typeof day === "string" && isRealDate(day) ? day : null;
}

/**
 * The chosen day of a team's admin page, today at first. The way back and a reload lead to it; the address names none.
 * `hasTurned`: today was meant, and midnight has passed since.
 */
export function useChosenDay(today: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [{ day, isToday }, setDay] = useState(() => {
    const kept = keptDay(state);
    return { day: kept ?? today, isToday: kept === null };
  });
  const choose = (next: string) => {
    setDay({ day: next, isToday: next === today });
    // Today goes without saying, and is another day tomorrow.
    void navigate(".", { replace: true, state: next === today ? null : { day: next } });
  };
  return { day, choose, hasTurned: isToday && day !== today };
}
