import { expect, it } from "vitest";
import { isWeekOver, messageOf, targetOf, weekAt } from "./discord-messages.ts";

/** 15 December 2025 is a Monday. */
it.each([
  ["2025-12-15T07:59:59+09:00", undefined],
  ["2025-12-15T08:00:00+09:00", "2025-12-08"],
  ["2025-12-15T11:59:59+09:00", "2025-12-08"],
  ["2025-12-15T12:00:00+09:00", undefined],
  ["2025-12-14T09:00:00+09:00", undefined],
  ["2025-12-16T09:00:00+09:00", undefined],
  ["2026-01-05T09:00:00+09:00", "2025-12-29"],
])("at %s teams are told of the week from %s", (time, monday) => {
  expect(weekAt(new Date(time))?.monday).toBe(monday);
});

it("a week is over at noon of the Monday after it", () => {
  const endedAt = new Date("2025-12-15T08:00:00+09:00");
  expect(isWeekOver(endedAt, new Date("2025-12-15T11:59:59+09:00"))).toBe(false);
  expect(isWeekOver(endedAt, new Date("2025-12-15T12:00:00+09:00"))).toBe(true);
});

it.each([
  { kind: "problem", date: "2025-12-11" },
  { kind: "week", date: "2025-12-08" },
  { kind: "announcement" },
] as const)("the target of a row tells what it is: %o", (message) => {
  expect(messageOf(targetOf(message))).toEqual(message);
});
