import { describe, expect, it } from "vitest";
import {
  addDays,
  dayLabel,
  firstOfMonth,
  keyMove,
  monthDay,
  monthLabel,
  monthOf,
  weekOf,
  weeksOf,
} from "./month-calendar-days.ts";

describe("weeks of a month", () => {
  it("begin on Sunday and are completed with days of the neighbouring months", () => {
    const weeks = weeksOf("2025-12-11");
    expect(weeks).toHaveLength(5);
    expect(weeks[0]?.[0]).toBe("2025-11-30");
    expect(weeks[0]?.[1]).toBe("2025-12-01");
    expect(weeks.at(-1)?.at(-1)).toBe("2026-01-03");
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });

  it("are four when February begins on a Sunday, six when a long month begins on a Saturday", () => {
    expect(weeksOf("2026-02-01")).toHaveLength(4);
    expect(weeksOf("2026-08-01")).toHaveLength(6);
  });

  it("contain every day once, including the leap day", () => {
    const days = weeksOf("2028-02-01").flat();
    expect(new Set(days).size).toBe(days.length);
    expect(days).toContain("2028-02-29");
  });
});

describe("moving between days", () => {
  it("crosses months and years", () => {
    expect(addDays("2025-12-31", 1)).toBe("2026-01-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  });

  it("selects the first day when the month changes, also from a 31st and across a year", () => {
    expect(firstOfMonth("2026-01-31", 1)).toBe("2026-02-01");
    expect(firstOfMonth("2026-01-31", -1)).toBe("2025-12-01");
    expect(monthOf("2025-09-03")).toEqual({ year: 2025, month: 9 });
  });

  it.each([
    ["ArrowRight", false, { kind: "focus", day: "2025-12-12" }],
    ["ArrowUp", false, { kind: "focus", day: "2025-12-04" }],
    ["Home", false, { kind: "focus", day: "2025-12-07" }],
    ["End", false, { kind: "focus", day: "2025-12-13" }],
    ["PageDown", false, { kind: "month", day: "2026-01-01" }],
    ["PageUp", true, { kind: "month", day: "2024-12-01" }],
    ["a", false, null],
  ])("follows the key %s of a date grid (shift: %s)", (key, shift, move) => {
    expect(keyMove(key, shift, "2025-12-11")).toEqual(move);
  });
});

it("formats months and days in Korean", () => {
  expect(monthLabel("2025-12-11")).toBe("2025년 12월");
  expect(dayLabel("2025-12-11")).toBe("12월 11일 목요일");
});

it("begins a week with its Sunday, across months and years", () => {
  expect(weekOf("2026-01-02")).toEqual(
    ["28", "29", "30", "31"]
      .map((day) => `2025-12-${day}`)
      .concat(["01", "02", "03"].map((day) => `2026-01-${day}`)),
  );
  expect(weekOf("2025-12-28")[0]).toBe("2025-12-28");
});

it("adds the year of a day in another one", () => {
  expect([
    monthDay("2025-12-09"),
    monthDay("2025-12-09", "2025-12-31"),
    monthDay("2024-12-11", "2025-12-31"),
  ]).toEqual(["12월 9일", "12월 9일", "2024년 12월 11일"]);
});
