import { setTimeout as after } from "node:timers/promises";

/** Waits, at most until the signal aborts; never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  after(ms, undefined, signal && { signal }).catch(() => {});

/** Milliseconds before the next attempt: doubling from 100 to 5000, with jitter. */
export const backoff = (attempt: number): number =>
  Math.min(5000, 100 * 2 ** attempt) * (0.75 + Math.random() / 4);

/** Runs tasks one after the other. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
