import { describe, expect, it } from "vitest";
import { rhythmOf } from "#tests/support/views";
import { actionOf, isEmptyMonth, monthAddress, restsLeftOn } from "./attendance-days.ts";

const member = { uuid: "a", memberName: "밤톨", imageUrl: "/images/default/member.png" };
const states = (...kinds: ("wrote" | "off" | "open" | "excused")[]) =>
  kinds.map((state) => ({ state, reason: null }));
const attendanceOf = (change: object = {}) => ({
  days: ["2025-08-01", "2025-08-02"],
  members: [{ member, states: states("wrote", "off"), wrote: 1, missed: 0, rests: 0, ...change }],
});
const perWeek = rhythmOf({
  promise: { weekdays: null, perWeek: 4, restsPerMonth: 2, startsOn: "2025-11-03", lastDay: null },
});

describe("the month of the address", () => {
  it.each([
    ["?month=2025-08", "2025-08"],
    ["?month=2025-13", null],
    ["?month=2025-8", null],
    ["?month=", null],
    ["", null],
  ])("of %j is %s", (search, month) => {
    expect(monthAddress.read(new URLSearchParams(search))).toEqual({ month });
  });
});

describe("a month is empty", () => {
  it("if it has articles at most, and no promise touches it", () => {
    expect(isEmptyMonth(attendanceOf(), rhythmOf(), "2025-08")).toBe(true);
    expect(isEmptyMonth(attendanceOf(), rhythmOf({ promise: null }), "2025-12")).toBe(true);
  });

  it.each([
    ["a day that counts", { states: states("wrote", "excused") }],
    ["what lacks of a week", { missed: 1 }],
    ["a rest", { rests: 1 }],
  ])("but not with %s", (_, change) => {
    expect(isEmptyMonth(attendanceOf(change), rhythmOf(), "2025-08")).toBe(false);
  });

  it.each([
    ["the promise in force", rhythmOf(), "2025-12"],
    ["a later month of it", rhythmOf(), "2026-03"],
    [
      "the waiting one",
      rhythmOf({ promise: null, pending: { ...required(), startsOn: "2026-01-05" } }),
      "2026-01",
    ],
  ])("but not with %s", (_, rhythm, month) => {
    expect(isEmptyMonth(attendanceOf(), rhythm, month)).toBe(false);
  });

  it("after the last day of the promise", () => {
    const ending = rhythmOf({ promise: { ...required(), lastDay: "2025-12-14" } });
    expect(isEmptyMonth(attendanceOf(), ending, "2025-12")).toBe(false);
    expect(isEmptyMonth(attendanceOf(), ending, "2026-01")).toBe(true);
  });
});

describe("a cell of another member", () => {
  const cell = { isOwn: false, canExcuse: true };

  it.each(["missed", "rest", "excused"] as const)("that is past and %s is excused by a manager", (state) => {
    expect(actionOf({ ...cell, day: "2025-12-10", state }, rhythmOf())).toBe("excuse");
    expect(actionOf({ ...cell, day: "2025-12-10", state, canExcuse: false }, rhythmOf())).toBeUndefined();
  });

  it("is not excused on a day that is written, off or not over", () => {
    for (const state of ["wrote", "off"] as const)
      expect(actionOf({ ...cell, day: "2025-12-10", state }, rhythmOf())).toBeUndefined();
    expect(actionOf({ ...cell, day: "2025-12-11", state: "open" }, rhythmOf())).toBeUndefined();
    expect(actionOf({ ...cell, day: "2025-12-15", state: "rest" }, rhythmOf())).toBeUndefined();
  });

  it("is excused up to 60 days back, but what is excused can be taken back later", () => {
    expect(actionOf({ ...cell, day: "2025-10-12", state: "missed" }, rhythmOf())).toBe("excuse");
    expect(actionOf({ ...cell, day: "2025-10-11", state: "missed" }, rhythmOf())).toBeUndefined();
    expect(actionOf({ ...cell, day: "2025-10-11", state: "excused" }, rhythmOf())).toBe("excuse");
  });

  it("can be excused on any past day of weeks with a number of days", () => {
    expect(actionOf({ ...cell, day: "2025-12-07", state: "off" }, perWeek)).toBe("excuse");
    expect(actionOf({ ...cell, day: "2025-11-02", state: "off" }, perWeek)).toBeUndefined();
  });
});

describe("an own cell", () => {
  const cell = { isOwn: true, canExcuse: false };

  it("from today to 60 days ahead is for resting, where something is promised", () => {
    expect(actionOf({ ...cell, day: "2025-12-11", state: "open" }, rhythmOf())).toBe("rest");
    expect(actionOf({ ...cell, day: "2026-02-09", state: "rest" }, rhythmOf())).toBe("rest");
    expect(actionOf({ ...cell, day: "2026-02-10", state: "open" }, rhythmOf())).toBeUndefined();
    expect(actionOf({ ...cell, day: "2025-12-13", state: "off" }, rhythmOf())).toBeUndefined();
    expect(actionOf({ ...cell, day: "2025-12-11", state: "wrote" }, rhythmOf())).toBeUndefined();
  });

  it("shows the reason of an excuse, which only an only manager takes back", () => {
    expect(actionOf({ ...cell, day: "2025-12-10", state: "excused" }, rhythmOf())).toBe("reason");
    expect(actionOf({ ...cell, day: "2025-12-10", state: "missed" }, rhythmOf())).toBeUndefined();
    expect(actionOf({ ...cell, day: "2025-12-10", state: "excused", canExcuse: true }, rhythmOf())).toBe(
      "excuse",
    );
  });
});

describe("rests left", () => {
  it("are those of the server this month, and counted from the table in others", () => {
    const rhythm = rhythmOf({ restsLeft: 1 });
    expect(restsLeftOn(rhythm, { rests: 0 }, "2025-12-19")).toBe(1);
    expect(restsLeftOn(rhythm, { rests: 0 }, "2026-01-05")).toBe(2);
    expect(restsLeftOn(rhythm, { rests: 3 }, "2026-01-05")).toBe(0);
  });

  it("are those of the waiting promise on its days", () => {
    const promise = { ...required(), lastDay: "2025-12-14" };
    const pending = { ...required(), startsOn: "2025-12-15", restsPerMonth: 5 };
    const rhythm = rhythmOf({ promise, pending, restsLeft: 1 });
    expect(restsLeftOn(rhythm, { rests: 1 }, "2025-12-12")).toBe(1);
    expect(restsLeftOn(rhythm, { rests: 1 }, "2025-12-16")).toBe(4);
  });
});

function required() {
  const { promise } = rhythmOf();
  if (!promise) throw new Error("the example has no promise");
  return promise;
}
