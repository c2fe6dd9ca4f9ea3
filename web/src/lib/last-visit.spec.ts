// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { recordVisit } from "./last-visit.ts";
import { forgetEntriesOf } from "./storage/entries.ts";

const minuteMs = 60_000;
beforeEach(() => localStorage.clear());

it("has no visit before the first one", () => {
  expect(recordVisit("a", 0)).toBeUndefined();
  expect(recordVisit("a", 30 * minuteMs)).toBeUndefined();
});

it("ends a visit with the last use before 30 minutes without any", () => {
  recordVisit("a", 10 * minuteMs);
  recordVisit("a", 20 * minuteMs);
  expect(recordVisit("a", 51 * minuteMs)).toBe(20 * minuteMs);
  expect(recordVisit("a", 52 * minuteMs)).toBe(20 * minuteMs);
  expect(recordVisit("a", 100 * minuteMs)).toBe(52 * minuteMs);
});

it("is stored by member, and deleted with the member", () => {
  recordVisit("a", 0);
  recordVisit("a", 60 * minuteMs);
  expect(recordVisit("b", 60 * minuteMs)).toBeUndefined();
  forgetEntriesOf("a");
  expect(recordVisit("a", 61 * minuteMs)).toBeUndefined();
});
