import { AsyncLocalStorage } from "node:async_hooks";

const ends = new AsyncLocalStorage<number>();

/** Gives everything that some work waits for a common end, so many milliseconds from now. */
export const withinBudget = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  ends.run(performance.now() + ms, work);

/** Milliseconds that the present work may still wait, at most `ms`; without a budget just these. */
export function leftOf(ms: number): number {
  const end = ends.getStore();
  return end === undefined ? ms : Math.max(0, Math.min(ms, end - performance.now()));
}
