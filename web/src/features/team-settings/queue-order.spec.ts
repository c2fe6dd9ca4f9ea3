import { describe, expect, it } from "vitest";
import type { ProblemEntry } from "#contracts/problem-queue/api";
import { problemEntryOf } from "#tests/support/views";
import { accepted, beforeOf, dragPlace, moved, removed } from "./queue-order.ts";

const days = ["2025-12-12", "2025-12-15", "2025-12-16"];
const [first, second, third] = days.map((date, index) => problemEntryOf({ entryId: index + 1, date }));
const proposal = problemEntryOf({ entryId: 9, accepted: false, date: null });
const entries = [first, proposal, second, third] as ProblemEntry[];
const shown = (list: readonly ProblemEntry[]) => list.map(({ entryId, date }) => `${entryId} ${date}`);

describe("the order of the queue", () => {
  it("names the entry before which another is placed, without the proposals", () => {
    expect(beforeOf(entries, 3, 0)).toBe(1);
    expect(beforeOf(entries, 1, 1)).toBe(3);
    expect(beforeOf(entries, 1, 2)).toBeNull();
  });

  it("leaves the days in their order when an entry is moved", () => {
    expect(shown(moved(entries, 3, 1))).toEqual(["3 2025-12-12", "1 2025-12-15", "9 null", "2 2025-12-16"]);
    expect(shown(moved(entries, 1, null))).toEqual([
      "9 null",
      "2 2025-12-12",
      "3 2025-12-15",
      "1 2025-12-16",
    ]);
  });

  it("moves the entries behind a removed one up", () => {
    expect(shown(removed(entries, 1))).toEqual(["9 null", "2 2025-12-12", "3 2025-12-15"]);
    expect(shown(removed(entries, 9))).toEqual(shown([first, second, third] as ProblemEntry[]));
  });

  it("puts an accepted proposal to the end, without a day", () => {
    expect(accepted(entries, 9).at(-1)).toEqual({ ...proposal, accepted: true });
  });
});

describe("the place of a dragged row", () => {
  const rows = [0, 60, 120, 200].map((top, index) => ({ top, height: index === 2 ? 80 : 60 }));

  it("changes where its middle passes that of another row", () => {
    expect(dragPlace(rows, 0, 0)).toBe(0);
    expect(dragPlace(rows, 0, 60)).toBe(0);
    expect(dragPlace(rows, 0, 61)).toBe(1);
    expect(dragPlace(rows, 3, -69)).toBe(3);
    expect(dragPlace(rows, 3, -71)).toBe(2);
  });

  it("stays within the list", () => {
    expect(dragPlace(rows, 1, -5000)).toBe(0);
    expect(dragPlace(rows, 1, 5000)).toBe(3);
  });
});
