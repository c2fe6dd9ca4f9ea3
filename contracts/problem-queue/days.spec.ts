import { expect, it } from "vitest";
import { studyDayBegin } from "../dates.ts";
import type { TeamPromise } from "../rhythm/days.ts";
import { daysOfEntries, entryOfToday, type PostingDays } from "./days.ts";

/** A Thursday. */
const today = "2025-12-11";
const todayBegan = studyDayBegin(today, "02:00");
const before = (ms: number) => new Date(todayBegan.getTime() - ms);
const yesterday = before(3_600_000);
const now = before(-3_600_000);
const promise = (over: Partial<TeamPromise> = {}): TeamPromise => ({
  startsOn: "2025-12-01",
  lastDay: null,
  weekdays: ["Mon", "Wed"],
  perWeek: null,
  restsPerMonth: 2,
  ...over,
});
const team = (over: Partial<PostingDays> = {}): PostingDays => ({
  promises: [],
  today,
  todayBegan,
  taken: new Set(),
  ...over,
});
const entries = (...acceptedAt: Date[]) =>
  acceptedAt.map((at, index) => ({ entryId: index + 1, acceptedAt: at }));
const shown = (days: PostingDays, ...acceptedAt: Date[]) => [...daysOfEntries(days, entries(...acceptedAt))];

it("begins with today, as long as today's problem would still be posted", () => {
  expect(shown(team(), yesterday, yesterday)).toEqual([
    [1, today],
    [2, "2025-12-12"],
  ]);
  expect(shown(team({ taken: new Set([today]) }), yesterday)).toEqual([[1, "2025-12-12"]]);
});

it("begins with tomorrow for an entry that was accepted today", () => {
  expect(shown(team(), now, now)).toEqual([
    [1, "2025-12-12"],
    [2, "2025-12-13"],
  ]);
  expect(entryOfToday(team(), entries(todayBegan))).toBeUndefined();
  expect(entryOfToday(team(), entries(before(1)))).toMatchObject({ entryId: 1 });
});

it("gives today to the first that was accepted earlier, and the others their days in order", () => {
  expect(shown(team(), now, yesterday, now)).toEqual([
    [2, today],
    [1, "2025-12-12"],
    [3, "2025-12-13"],
  ]);
});

it("skips days that have a problem", () => {
  const taken = new Set(["2025-12-12", "2025-12-14"]);
  expect(shown(team({ taken }), now, now).map(([, day]) => day)).toEqual(["2025-12-13", "2025-12-15"]);
});

it("uses the weekdays of the promise in force on each day", () => {
  const days = (promises: TeamPromise[]) =>
    shown(team({ promises }), yesterday, yesterday).map(([, day]) => day);
  expect(days([promise()])).toEqual(["2025-12-15", "2025-12-17"]);
  expect(days([promise({ weekdays: ["Thu"] })])).toEqual([today, "2025-12-18"]);
  expect(days([promise({ weekdays: null, perWeek: 3 })])).toEqual([today, "2025-12-12"]);
  expect(days([promise({ lastDay: "2025-12-14" })])).toEqual(["2025-12-15", "2025-12-16"]);
  expect(days([promise(), promise({ startsOn: "2025-12-15", weekdays: ["Tue"] })])).toEqual([
    "2025-12-16",
    "2025-12-23",
  ]);
});
