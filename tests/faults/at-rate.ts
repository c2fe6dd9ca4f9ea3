import { setTimeout as pause } from "node:timers/promises";

/**
 * Calls so many times a second, several at once, until it is over; what was held up is caught up with. How often, and how
 * many a second that was.
 */
export async function atRate(perSecond: number, isOver: () => boolean, call: () => Promise<unknown>) {
  const began = performance.now();
  let calls = 0;
  while (!isOver()) {
    const due = Math.ceil(((performance.now() - began) / 1000) * perSecond) - calls;
    calls += due;
    await Promise.all(Array.from({ length: due }, call));
    await pause(20);
  }
  return { calls, perSecond: (calls * 1000) / (performance.now() - began) };
}
