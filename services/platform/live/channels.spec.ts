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

/** So many who watch the page; how often each was told. */
function watchers(count: number) {
  const channels = createChannels(10);
  const told = new Array<number>(count).fill(0);
  for (const n of told.keys()) {
    const connection = { gather: () => true, handOn: () => (told[n] = (told[n] ?? 0) + 1) };
    channels.add(page, connection as unknown as Connection);
  }
  return { ...channels, told, times: (n: number) => told.filter((times) => times === n).length };
}

it("tells the first of many at once, the others after giving way, and each once", () => {
  const { changed, times } = watchers(100);
  changed("team-page/1", "1");
  expect(times(0)).toBe(100);
  vi.advanceTimersByTime(0);
  expect(times(1)).toBeGreaterThan(0);
  expect(times(0)).toBeGreaterThan(0);
  vi.advanceTimersByTime(5);
  expect(times(1)).toBe(100);
});

it("tells whoever is left before anything else is said, and nobody twice", () => {
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

it("knows who watches a channel, and none of those who watch another or it no longer", () => {
  const channels = createChannels(10);
  const [one, other, left] = [{}, {}, {}] as Connection[];
  for (const connection of [one, left]) channels.add(page, connection as Connection);
  channels.add({ view: "team-page", key: "2" }, other as Connection);
  channels.remove(page, left as Connection);
  expect(channels.watchedBy(page)).toEqual([one]);
  expect(channels.watchedBy({ view: "team-page", key: "3" })).toEqual([]);
});
