import { expect, it } from "vitest";
import {
  isDaySpan,
  isRealDate,
  monthBounds,
  seoulDate,
  seoulDateTime,
  seoulIsoWithOffset,
  seoulLocalIso,
} from "./dates.ts";

it.each([
  [2025, 9, "2025-09-01", "2025-09-30"],
  [2025, 12, "2025-12-01", "2025-12-31"],
  [2024, 2, "2024-02-01", "2024-02-29"],
  [1900, 2, "1900-02-01", "1900-02-28"],
  [1, 1, "0001-01-01", "0001-01-31"],
])("a month begins and ends with its own days: %i-%i", (year, month, first, last) => {
  expect(monthBounds(year, month)).toEqual({ first, last });
});

it("begins a day at midnight in Seoul", () => {
  expect(seoulDate(new Date("2025-09-02T14:59:59.999Z"))).toBe("2025-09-02");
  expect(seoulDate(new Date("2025-09-02T15:00:00Z"))).toBe("2025-09-03");
});

it("formats the time in Seoul in the three forms of the contract", () => {
  const at = new Date("2025-09-03T20:07:45.678Z");
  expect([seoulDateTime(at), seoulLocalIso(at), seoulIsoWithOffset(at)]).toEqual([
    "2025-09-04 05:07:45",
    "2025-09-04T05:07:45",
    "2025-09-04T05:07:45+09:00",
  ]);
});

it("accepts only days of the calendar", () => {
  expect(["2024-02-29", "2025-12-31"].map(isRealDate)).toEqual([true, true]);
  expect(["2025-02-29", "2025-13-01", "0000-01-01", "2025-9-3"].map(isRealDate)).toEqual(
    Array(4).fill(false),
  );
});

it("limits a span of days, both ends included", () => {
  expect(isDaySpan("2025-09-03", "2025-09-03", 42)).toBe(true);
  expect(isDaySpan("2025-08-31", "2025-10-11", 42)).toBe(true);
  expect(isDaySpan("2025-08-31", "2025-10-12", 42)).toBe(false);
  expect(isDaySpan("2025-09-04", "2025-09-03", 42)).toBe(false);
});
