import { expect, it } from "vitest";
import { quietHoursAt } from "./quiet-hours.ts";

const seoul = (time: string) => new Date(`2025-12-11T${time}+09:00`);
const night = { enabled: true, from: "23:00", until: "08:00" };
const noon = { enabled: true, from: "12:00", until: "13:30" };

it.each([
  ["22:59:59", night, undefined],
  ["23:00:00", night, "2025-12-12T08:00+09:00"],
  ["23:30:12", night, "2025-12-12T08:00+09:00"],
  ["00:00:00", night, "2025-12-11T08:00+09:00"],
  ["07:59:59", night, "2025-12-11T08:00+09:00"],
  ["08:00:00", night, undefined],
  ["11:59:59", noon, undefined],
  ["12:00:00", noon, "2025-12-11T13:30+09:00"],
  ["13:30:00", noon, undefined],
  ["23:30:00", { ...night, enabled: false }, undefined],
])("at %s, %j: %s", (time, quiet, end) => {
  expect(quietHoursAt(seoul(time), quiet)?.until).toEqual(end && new Date(end));
});

it.each([
  ["23:00:00", night, "2025-12-11T23:00+09:00"],
  ["23:30:12", night, "2025-12-11T23:00+09:00"],
  ["00:00:00", night, "2025-12-10T23:00+09:00"],
  ["07:59:59", night, "2025-12-10T23:00+09:00"],
  ["08:00:00", night, undefined],
  ["13:29:59", noon, "2025-12-11T12:00+09:00"],
])("have begun at %s, %j: %s", (time, quiet, begin) => {
  expect(quietHoursAt(seoul(time), quiet)?.from).toEqual(begin && new Date(begin));
});
