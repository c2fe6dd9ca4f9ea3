import { AsyncLocalStorage } from "node:async_hooks";
import { StoreUnavailable } from "./event-store.ts";

/** Milliseconds that a call waits for unresponsive stores, including retries. */
export const callMs = 6000;

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

/** @throws `late()` when the work takes longer; its later outcome is ignored */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ends the wait for work when the current budget is used up, because a frozen database answers nothing.
 * @throws StoreUnavailable
 */
export function inTime<T>(work: Promise<T>): Promise<T> {
  const left = leftOf(Number.POSITIVE_INFINITY);
  if (left === Number.POSITIVE_INFINITY) return work;
  return within(left, work, () => new StoreUnavailable(undefined, "the database did not answer in time"));
}

/** @throws StoreUnavailable when the work takes longer than this (milliseconds) */
export const answeredWithin = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  withinBudget(ms, () => inTime(work()));
