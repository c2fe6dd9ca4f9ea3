import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createChannels } from "./channels.ts";
import type { Connection } from "./connection.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const page = { view: "team-page", key: "1" } as const;

/** Subscribers of the page, and the number of deliveries to each. */
function watchers(count: number) {
  const channels = createChannels(10);
  const deliveries = new Array<number>(count).fill(0);
  for (const n of deliveries.keys()) {
    const connection = { post: () => {}, flush: () => (deliveries[n] = (deliveries[n] ?? 0) + 1) };
    channels.add(page, connection as unknown as Connection);
  }
  return { ...channels, deliveries, times: (n: number) => deliveries.filter((times) => times === n).length };
}

it("sends the first deliveries immediately and the others after a yield, each once", () => {
  const { changed, times } = watchers(100);
  changed("team-page/1", "1");
  expect(times(0)).toBe(100);
  vi.advanceTimersByTime(0);
  expect(times(1)).toBeGreaterThan(0);
  expect(times(0)).toBeGreaterThan(0);
  vi.advanceTimersByTime(5);
  expect(times(1)).toBe(100);
});

it("completes the pending deliveries before later changes, each once", () => {
  const { changed, flush, times } = watchers(100);
  changed("team-page/1", "1");
  vi.advanceTimersByTime(0);
  flush();
  expect(times(1)).toBe(100);
  changed("team-page/1", "2");
  vi.advanceTimersByTime(9);
  expect(times(1)).toBe(100);
  vi.advanceTimersByTime(10);
  expect(times(2)).toBe(100);
});
