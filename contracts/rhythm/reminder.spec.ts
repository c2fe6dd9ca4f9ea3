import { expect, it } from "vitest";
import { reminderAt } from "./reminder.ts";

const day = "2025-12-11";
const quiet = (from: string, until: string, enabled = true) => ({ enabled, from, until });
const usual = quiet("23:00", "08:00");

it.each([
  // Three hours before the end, outside quiet hours.
  ["00:00", usual, "2025-12-11T21:00"],
  ["01:30", usual, "2025-12-11T22:30"],
  ["06:00", quiet("23:00", "08:00", false), "2025-12-12T03:00"],
  ["06:00", quiet("23:00", "03:00"), "2025-12-12T03:00"],
  ["02:00", quiet("23:30", "08:00"), "2025-12-11T23:00"],
  // Quiet hours over midnight.
  ["02:00", usual, "2025-12-11T22:45"],
  ["06:00", usual, "2025-12-11T22:45"],
  ["06:00", quiet("00:00", "08:00"), "2025-12-11T23:45"],
  ["06:00", quiet("02:30", "03:30"), "2025-12-12T02:15"],
  // They begin before the team's day, or leave it no time before.
  ["00:00", quiet("22:00", "21:30"), undefined],
  ["00:00", quiet("00:00", "23:30"), undefined],
  ["00:00", quiet("00:30", "00:00"), "2025-12-11T00:15"],
  ["06:00", quiet("06:00", "05:30"), undefined],
  ["06:00", quiet("06:30", "06:00"), "2025-12-11T06:15"],
  // Nearly the whole day is quiet.
  ["02:00", quiet("23:30", "23:00"), "2025-12-11T23:00"],
  ["01:30", quiet("23:30", "23:00"), undefined],
  ["02:00", quiet("08:00", "07:30"), "2025-12-11T07:45"],
])("of a day that ends at %s with quiet hours %j: %s", (dayEndsAt, hours, expected) => {
  expect(reminderAt(day, dayEndsAt, hours)).toEqual(expected && new Date(`${expected}+09:00`));
});
