import { useSyncExternalStore } from "react";
import { onClockChange, serverNow, serverTime } from "./server-clock.ts";

/** Polling, because a timer until midnight would be suspended while the machine sleeps. */
const pollEveryMs = 10_000;
const minuteMs = 60_000;

/** Calls back every ten seconds, and when the clock may have jumped. */
export function onTimePassing(update: () => void): () => void {
  const timer = setInterval(update, pollEveryMs);
  document.addEventListener("visibilitychange", update);
  const stopClock = onClockChange(update);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", update);
    stopClock();
  };
}

/** The begin of the present minute by the server's clock, in milliseconds since 1970. */
export const useMinute = (): number =>
  useSyncExternalStore(onTimePassing, () => Math.floor(serverTime() / minuteMs) * minuteMs);

/** The server's current time, which is updated with each minute. */
export function useNow(): Date {
  useMinute();
  return serverNow();
}
