import { setTimeout as after } from "node:timers/promises";

/** Waits, at most until the signal aborts; never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  after(ms, undefined, signal && { signal }).catch(() => {});

/** Milliseconds before the next attempt: doubling from 100 to 5000, with jitter. */
export const backoff = (attempt: number): number =>
  Math.min(5000, 100 * 2 ** attempt) * (0.75 + Math.random() / 4);
