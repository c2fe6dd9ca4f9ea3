import { describe, expect, it } from "vitest";
import { rhythmOf } from "#tests/support/views";
import {
  changesOf,
  choiceOf,
  daysText,
  isChanged,
  lastDayNow,
  promiseOfChoice,
  startOf,
  withWeekday,
} from "./promise-choice.ts";

const perWeek = { weekdays: null, perWeek: 4, restsPerMonth: 1, startsOn: "2025-12-15", lastDay: null };
const weekly = {
  ...perWeek,
  startsOn: "2025-12-01",
  weekdays: ["Mon" as const, "Wed" as const],
  perWeek: null,
};

describe("the form of a promise", () => {
  it("begins with what is in force, or with what waits", () => {
    expect(choiceOf(rhythmOf({ promise: weekly }))).toMatchObject({
      kind: "weekdays",
      weekdays: ["Mon", "Wed"],
    });
    const waiting = rhythmOf({ promise: { ...weekly, lastDay: "2025-12-14" }, pending: perWeek });
    expect(choiceOf(waiting)).toMatchObject({ kind: "perWeek", perWeek: 4, restsPerMonth: 1 });
  });

  it("is empty without a promise, and if its end is set, so that the same one can be set again", () => {
    for (const promise of [null, { ...weekly, lastDay: "2025-12-14" }])
      expect(choiceOf(rhythmOf({ promise }))).toMatchObject({
        kind: "weekdays",
        weekdays: [],
        restsPerMonth: 2,
      });
  });

  it("sends either weekdays in their order or a number of days", () => {
    const choice = withWeekday(withWeekday(choiceOf(rhythmOf({ promise: weekly })), "Tue"), "Mon");
    expect(promiseOfChoice(choice)).toEqual({ weekdays: ["Tue", "Wed"], restsPerMonth: 1 });
    expect(promiseOfChoice({ ...choice, kind: "perWeek", perWeek: 3 })).toEqual({
      perWeek: 3,
      restsPerMonth: 1,
    });
  });

  it("has no change once it is as stored again, and tells which part has changed", () => {
    const stored = choiceOf(rhythmOf({ promise: weekly }));
    expect(isChanged(withWeekday(withWeekday(stored, "Fri"), "Fri"), stored)).toBe(false);
    expect(isChanged({ ...stored, perWeek: 7 }, stored)).toBe(false);
    expect(changesOf({ ...stored, dayEndsAt: "03:00" }, stored)).toEqual({ dayEnd: true, promise: false });
    expect(changesOf({ ...stored, restsPerMonth: 3 }, stored)).toEqual({ dayEnd: false, promise: true });
  });
});

it("a changed promise begins on the next Monday, a stored one on its own", () => {
  const rhythm = rhythmOf({ promise: weekly });
  expect(startOf(rhythm, false)).toBe("2025-12-01");
  expect(startOf(rhythm, true)).toBe("2025-12-15");
  expect(startOf(rhythmOf({ promise: null }), false)).toBe("2025-12-15");
  expect(lastDayNow(rhythm)).toBe("2025-12-14");
});

it("is told by its days", () => {
  expect(daysText(weekly)).toBe("월 수");
  expect(daysText(perWeek)).toBe("한 주에 4일");
});
