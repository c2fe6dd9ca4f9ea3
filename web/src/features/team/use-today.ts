import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isRealDate, seoulDate } from "#contracts/dates";
import { isRecord } from "#web/lib/navigation-state.ts";

/** Polling, because a timer until midnight would be suspended while the machine sleeps. */
const pollEveryMs = 10_000;

/** Today in Seoul, `yyyy-MM-dd`; changes at midnight in Seoul, even if the machine was asleep. */
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

/** The day in the history state, set by the linking page or by the last choice. */
function storedDay(state: unknown): string | null {
  const day = isRecord(state) ? state.day : null;
  return typeof day === "string" && isRealDate(day) ? day : null;
}

/**
 * The chosen day of a team's admin page, initially today. It is in the history state and not in the address, so Back
 * and a reload restore it. `hasTurned`: today was chosen, and midnight has passed since.
 */
export function useChosenDay(today: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [{ day, isToday }, setDay] = useState(() => {
    const restored = storedDay(state);
    return { day: restored ?? today, isToday: restored === null };
  });
  const choose = (next: string) => {
    setDay({ day: next, isToday: next === today });
    // Today is stored as null, because tomorrow it is another day.
    void navigate(".", { replace: true, state: next === today ? null : { day: next } });
  };
  return { day, choose, hasTurned: isToday && day !== today };
}
