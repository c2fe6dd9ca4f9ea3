import { AsyncLocalStorage } from "node:async_hooks";

const ends = new AsyncLocalStorage<number>();

/** Gives everything that some work waits for a common end, so many milliseconds from now. */
export const withinBudget = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  ends.run(performance.now() + ms, work);

export type Budget = <T>(work: () => Promise<T>) => Promise<T>;

/** So many milliseconds for several pieces of work, one after the other; what lies between them does not count. */
export function budgetOf(ms: number): Budget {
  let left = ms;
  return async (work) => {
    const began = performance.now();
    try {
      return await withinBudget(left, work);
    } finally {
      left -= performance.now() - began;
    }
  };
}

/** Milliseconds that the present work may still wait, at most `ms`; without a budget just these. */
export function leftOf(ms: number): number {
  const end = ends.getStore();
  return end === undefined ? ms : Math.max(0, Math.min(ms, end - performance.now()));
}
