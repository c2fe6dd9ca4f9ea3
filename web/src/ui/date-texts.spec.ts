import { expect, it } from "vitest";
import { dayAndWeekday, relativeTime } from "./date-texts.ts";
import { monthDay } from "./month-calendar-days.ts";

it("adds the year of a day only in another year", () => {
  expect(monthDay("2025-12-11", "2025-01-01")).toBe("12월 11일");
  expect(monthDay("2024-12-11", "2025-01-01")).toBe("2024년 12월 11일");
  expect(dayAndWeekday("2025-12-11", "2025-12-11")).toBe("12월 11일 (목)");
});

it.each([
  ["2025-12-11T12:07:30Z", "방금"],
  ["2025-12-11T11:43:00Z", "25분 전"],
  ["2025-12-11T11:08:01Z", "59분 전"],
  ["2025-12-11T11:08:00Z", "20:08"],
  ["2025-12-10T15:00:00Z", "00:00"],
  ["2025-12-10T14:59:59Z", "12월 10일"],
])("tells %s at 21:08 of Seoul as %s", (at, words) => {
  expect(relativeTime(new Date(at), new Date("2025-12-11T12:08:00Z"))).toBe(words);
});
