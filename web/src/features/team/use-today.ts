import { useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isRealDate } from "#contracts/dates";
import { isRecord } from "#web/lib/navigation-state.ts";
import { onClockChange, serverDay } from "#web/lib/server-clock.ts";

/** Polling, because a timer until midnight would be suspended while the machine sleeps. */
const pollEveryMs = 10_000;

function onDayChange(update: () => void): () => void {
  const timer = setInterval(update, pollEveryMs);
  document.addEventListener("visibilitychange", update);
  const stopClock = onClockChange(update);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", update);
    stopClock();
  };
}

/** Today in Seoul by the server's clock, `yyyy-MM-dd`; changes at midnight, even if the machine was asleep. */
export const useToday = (): string => useSyncExternalStore(onDayChange, () => serverDay());

/**
 * The day on which this component began, or was last set to now: midnight does not change it, a correction of the
 * clock does.
 */
export function useBegunDay(): readonly [day: string, setToNow: () => void] {
  const [begunAt, setBegunAt] = useState(Date.now);
  const day = useSyncExternalStore(onClockChange, () => serverDay(begunAt));
  return [day, () => setBegunAt(Date.now())];
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
  const [begun, beginNow] = useBegunDay();
  /** Null for today. */
  const chosen = storedDay(state);
  const choose = (next: string) => {
    if (next === today) beginNow();
    // Without the page of the former day. Today is stored as null, because tomorrow it is another day.
    void navigate(".", { replace: true, state: next === today ? null : { day: next } });
  };
  return { day: chosen ?? begun, choose, hasTurned: chosen === null && begun !== today };
}
