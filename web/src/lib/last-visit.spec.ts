// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { forgetVisits, noteUse } from "./last-visit.ts";

const minuteMs = 60_000;
beforeEach(() => localStorage.clear());

it("has no visit before the first one", () => {
  expect(noteUse("a", 0)).toBeUndefined();
  expect(noteUse("a", 30 * minuteMs)).toBeUndefined();
});

it("ends a visit with the last use before 30 minutes without any", () => {
  noteUse("a", 10 * minuteMs);
  noteUse("a", 20 * minuteMs);
  expect(noteUse("a", 51 * minuteMs)).toBe(20 * minuteMs);
  expect(noteUse("a", 52 * minuteMs)).toBe(20 * minuteMs);
  expect(noteUse("a", 100 * minuteMs)).toBe(52 * minuteMs);
});

it("is stored by member, and deleted with the member", () => {
  noteUse("a", 0);
  noteUse("a", 60 * minuteMs);
  expect(noteUse("b", 60 * minuteMs)).toBeUndefined();
  forgetVisits("a");
  expect(noteUse("a", 61 * minuteMs)).toBeUndefined();
});
