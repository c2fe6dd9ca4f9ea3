import { AsyncLocalStorage } from "node:async_hooks";

const ends = new AsyncLocalStorage<number>();

/** Gives all waits within some work one common deadline, in milliseconds from now. */
export const withinBudget = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  ends.run(performance.now() + ms, work);

export type Budget = <T>(work: () => Promise<T>) => Promise<T>;

/** Milliseconds for several consecutive pieces of work; the time between them does not count. */
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

/** Milliseconds that the current work may still wait, at most `ms`; without a budget `ms`. */
export function leftOf(ms: number): number {
  const end = ends.getStore();
  return end === undefined ? ms : Math.max(0, Math.min(ms, end - performance.now()));
}
