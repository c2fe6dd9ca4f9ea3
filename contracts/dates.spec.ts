import { afterEach, describe, expect, it } from "vitest";
import {
  dayEnds,
  daysAfter,
  isDaySpan,
  isRealDate,
  monthBounds,
  seoulDate,
  seoulDateTime,
  seoulIsoWithOffset,
  seoulLocalIso,
  studyDay,
  studyDayBegin,
  studyDayEnd,
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

const seoul = (time: string) => new Date(`${time}+09:00`);
/** The last instant before a whole minute, and the minute itself. */
const around = (time: string): [Date, Date] => [new Date(seoul(time).getTime() - 1), seoul(time)];

describe.each(["UTC", "Asia/Seoul", "America/Los_Angeles"])("the day of a team, by a clock in %s", (zone) => {
  const before = process.env.TZ;
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  const inZone = <T>(read: () => T): T => {
    process.env.TZ = zone;
    return read();
  };

  it.each([
    ["00:00", "2025-12-12T00:00", "2025-12-11", "2025-12-12"],
    ["02:00", "2025-12-12T00:00", "2025-12-11", "2025-12-11"],
    ["02:00", "2025-12-12T01:40", "2025-12-11", "2025-12-11"],
    ["02:00", "2025-12-12T02:00", "2025-12-11", "2025-12-12"],
    ["06:00", "2025-12-12T02:00", "2025-12-11", "2025-12-11"],
    ["06:00", "2025-12-12T06:00", "2025-12-11", "2025-12-12"],
    ["00:30", "2025-12-12T00:30", "2025-12-11", "2025-12-12"],
    ["02:00", "2025-12-12T23:59", "2025-12-12", "2025-12-12"],
    // Ends of months and years, and a leap day.
    ["00:00", "2026-01-01T00:00", "2025-12-31", "2026-01-01"],
    ["02:00", "2026-01-01T00:00", "2025-12-31", "2025-12-31"],
    ["02:00", "2026-01-01T02:00", "2025-12-31", "2026-01-01"],
    ["06:00", "2025-12-01T06:00", "2025-11-30", "2025-12-01"],
    ["06:00", "2024-03-01T06:00", "2024-02-29", "2024-03-01"],
    ["02:00", "2025-03-01T01:59", "2025-02-28", "2025-02-28"],
    // Clocks are set forward and back in Los Angeles.
    ["02:00", "2026-03-08T19:00", "2026-03-08", "2026-03-08"],
    ["02:00", "2026-11-01T18:00", "2026-11-01", "2026-11-01"],
  ])("that ends at %s, around %s", (dayEndsAt, time, just, then) => {
    const days = inZone(() => around(time).map((at) => studyDay(at, dayEndsAt)));
    expect(days).toEqual([just, then]);
  });

  it("begins where the day before ends", () => {
    for (const dayEndsAt of dayEnds)
      for (const day of ["2024-02-29", "2025-12-31", "2026-03-08"]) {
        const [begin, end] = inZone(() => [studyDayBegin(day, dayEndsAt), studyDayEnd(day, dayEndsAt)]);
        expect(begin).toEqual(seoul(`${day}T${dayEndsAt}`));
        expect(end).toEqual(seoul(`${daysAfter(day, 1)}T${dayEndsAt}`));
        const last = new Date(end.getTime() - 1);
        expect([begin, last, end].map((at) => inZone(() => studyDay(at, dayEndsAt)))).toEqual([
          day,
          day,
          daysAfter(day, 1),
        ]);
      }
  });
});

it("is the Seoul day for a team without an end of its own", () => {
  for (const time of ["2025-12-11T23:59:59.999", "2025-12-12T00:00", "2025-12-12T05:59", "2025-12-12T12:00"])
    expect(studyDay(seoul(time), "00:00")).toBe(seoulDate(seoul(time)));
});

it("offers ends from midnight to six in steps of half an hour", () => {
  expect(dayEnds).toHaveLength(13);
  expect([dayEnds[0], dayEnds[1], dayEnds.at(-1)]).toEqual(["00:00", "00:30", "06:00"]);
});
