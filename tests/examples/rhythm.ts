import type { AttendanceEvent } from "#contracts/rhythm/events";
import type { TeamEvent } from "#contracts/team/events";
import { bamtol, dotori } from "./people.ts";

const teamId = 12;
type TeamData<T extends TeamEvent["type"]> = Extract<TeamEvent, { type: T }>["data"];
type AttendanceData<T extends AttendanceEvent["type"]> = Extract<AttendanceEvent, { type: T }>["data"];

/** 아침반 writes on weekdays from Monday, 8 September 2025, on. */
export const promiseSet = (over: Partial<TeamData<"PromiseSet">> = {}): TeamEvent => ({
  type: "PromiseSet",
  data: {
    teamId,
    startsOn: "2025-09-08",
    weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri"],
    perWeek: null,
    restsPerMonth: 2,
    setBy: dotori,
    ...over,
  },
});
export const promiseWithdrawn = (startsOn = "2025-09-08"): TeamEvent => ({
  type: "PromiseWithdrawn",
  data: { teamId, startsOn, withdrawnBy: dotori },
});
export const promiseEnded = (lastDay = "2025-09-14"): TeamEvent => ({
  type: "PromiseEnded",
  data: { teamId, lastDay, endedBy: dotori },
});

export const restTaken = (date = "2025-09-09"): AttendanceEvent => ({
  type: "RestTaken",
  data: { teamId, memberId: bamtol, date },
});
export const restTakenBack = (date = "2025-09-09"): AttendanceEvent => ({
  type: "RestTakenBack",
  data: { teamId, memberId: bamtol, date },
});
export const dayExcused = (over: Partial<AttendanceData<"DayExcused">> = {}): AttendanceEvent => ({
  type: "DayExcused",
  data: { teamId, memberId: bamtol, date: "2025-09-09", reason: "예비군", excusedBy: dotori, ...over },
});
export const excuseTakenBack = (over: Partial<AttendanceData<"ExcuseTakenBack">> = {}): AttendanceEvent => ({
  type: "ExcuseTakenBack",
  data: { teamId, memberId: bamtol, date: "2025-09-09", by: dotori, ...over },
});
