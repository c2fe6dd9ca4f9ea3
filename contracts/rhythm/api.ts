import { z } from "zod";
import { memberRef } from "../article/api.ts";
import { dayEnds } from "../dates.ts";
import { command, json, pathId, query, requiredText, wrongType } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { problemEntryView } from "../problem-queue/api.ts";
import { dayStates, weekdays } from "./days.ts";

const teamId = z.object({ teamId: pathId() });
const count = z.number().int();
const dayStateView = z.enum(dayStates);

export const promiseView = z.object({
  /** Null if `perWeek` is set. */
  weekdays: z.array(z.enum(weekdays)).nullable(),
  perWeek: count.nullable(),
  restsPerMonth: count,
  startsOn: z.string(),
  /** Null unless an end or a change waits. */
  lastDay: z.string().nullable(),
});

export const rhythmView = z.object({
  dayEndsAt: z.string(),
  /** The promise in force today. */
  promise: promiseView.nullable(),
  /** The one that comes into force on a later Monday. */
  pending: promiseView.nullable(),
  /** The team's day; `endsAt` is the first instant after it. */
  today: z.object({ date: z.string(), endsAt: z.string(), state: dayStateView }),
  /** The caller's. */
  week: z.object({ from: z.string(), wrote: count, needed: count }),
  /** Of the caller in the month of today. */
  restsLeft: count,
  queue: z.object({
    /** The first accepted entry. */
    next: problemEntryView.nullable(),
    /** Number of accepted entries. */
    length: count,
  }),
  /** Null unless the caller is a manager. */
  discord: z.object({ linked: z.boolean(), lastFour: z.string().nullable() }).nullable(),
});
export type Rhythm = z.infer<typeof rhythmView>;

/** spec/rhythm.md §4 */
export const getRhythm = query({
  name: "getRhythm",
  summary: "A team's day, its promise, and the caller's week",
  path: "/v1/teams/{teamId}/rhythm",
  access: "profile",
  params: teamId,
  returns: rhythmView,
  refusals: ["team-not-found", "caller-not-in-team"],
});

const dayEndHint = "하루의 끝을 다시 선택해 주세요.";

/** spec/rhythm.md rule 1 */
export const changeDayEnd = command("PUT", {
  name: "changeDayEnd",
  summary: "Choose when the team's day ends",
  path: "/v1/teams/{teamId}/day-end",
  access: "profile",
  params: teamId,
  body: json(
    z.object({
      dayEndsAt: z
        .string({ error: (issue) => (issue.input == null ? dayEndHint : wrongType) })
        .refine((text) => dayEnds.includes(text), { error: dayEndHint }),
    }),
  ),
  message: "하루의 끝을 바꾸었습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager"],
});

const promiseHint = "약속을 다시 확인해 주세요.";
const integerUpTo = (least: number, most: number) =>
  z
    .number({ error: (issue) => (issue.input == null ? promiseHint : wrongType) })
    .refine((n) => Number.isInteger(n) && n >= least && n <= most, { error: promiseHint });

/** spec/rhythm.md rule 2 */
export const setPromise = command("PUT", {
  name: "setPromise",
  summary: "Set on which days members write; it counts from the next Monday on",
  path: "/v1/teams/{teamId}/promise",
  access: "profile",
  params: teamId,
  body: json(
    z
      .object({
        weekdays: z
          .array(z.string({ error: wrongType }), { error: wrongType })
          .max(weekdays.length, promiseHint)
          .nullish()
          .transform((days, context) => {
            if (days == null) return null;
            const chosen = weekdays.filter((day) => days.includes(day));
            if (chosen.length > 0 && chosen.length === days.length) return chosen;
            context.addIssue({ code: "custom", message: promiseHint });
            return z.NEVER;
          }),
        perWeek: integerUpTo(1, 7)
          .nullish()
          .transform((n) => n ?? null),
        restsPerMonth: integerUpTo(0, limits.restsPerMonth),
      })
      .refine((given) => (given.weekdays === null) !== (given.perWeek === null), {
        error: promiseHint,
        path: ["weekdays"],
      }),
  ),
  message: "약속을 정했습니다.",
  returns: z.object({ startsOn: z.string() }),
  refusals: ["team-not-found", "not-a-manager"],
});

export const endPromise = command("DELETE", {
  name: "endPromise",
  summary: "End the promise with this week, or withdraw a first one that waits",
  path: "/v1/teams/{teamId}/promise",
  access: "profile",
  params: teamId,
  message: "약속을 마치기로 했습니다.",
  returns: z.object({ lastDay: z.string().nullable() }),
  refusals: ["team-not-found", "not-a-manager"],
});

export const attendanceView = z.object({
  days: z.array(z.string()),
  /** In the order of joining. */
  members: z.array(
    z.object({
      member: memberRef,
      /** One for each of `days`; `reason` only of excused ones, for the member and managers. */
      states: z.array(z.object({ state: dayStateView, reason: z.string().nullable() })),
      wrote: count,
      missed: count,
      rests: count,
    }),
  ),
});
export type Attendance = z.infer<typeof attendanceView>;

/** spec/rhythm.md §4. Managers who accept `text/csv` get the same as CSV, without reasons. */
export const getAttendance = query({
  name: "getAttendance",
  summary: "Who wrote on which days of a month",
  path: "/v1/teams/{teamId}/attendance",
  access: "profile",
  params: teamId,
  query: z.object({ month: z.string({ error: () => wrongType }).optional() }),
  returns: attendanceView,
  csv: true,
  refusals: ["team-not-found", "caller-not-in-team", "impossible-date"],
});

const ownDay = z.object({ teamId: pathId(), date: z.string() });

/** spec/rhythm.md rule 4 */
export const takeRest = command("PUT", {
  name: "takeRest",
  summary: "Rest on a day of duty",
  path: "/v1/teams/{teamId}/rests/{date}",
  access: "profile",
  params: ownDay,
  message: "쉬는 날을 알렸습니다.",
  returns: z.object({ restsLeft: count }),
  refusals: [
    "team-not-found",
    "caller-not-in-team",
    "impossible-date",
    "day-over",
    "day-off",
    "no-rests-left",
    "too-many-requests",
  ],
});

export const takeBackRest = command("DELETE", {
  name: "takeBackRest",
  summary: "Take a rest back before its day has ended",
  path: "/v1/teams/{teamId}/rests/{date}",
  access: "profile",
  params: ownDay,
  message: "쉬는 날을 취소했습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "caller-not-in-team", "impossible-date", "day-over", "too-many-requests"],
});

const excusedDay = z.object({ teamId: pathId(), uuid: z.string(), date: z.string() });
const reasonHint = "사유를 1자 이상 100자 이하로 입력해 주세요.";

/** spec/rhythm.md rule 5 */
export const excuseDay = command("PUT", {
  name: "excuseDay",
  summary: "Excuse a past day of a member",
  path: "/v1/teams/{teamId}/excuses/{uuid}/{date}",
  access: "profile",
  params: excusedDay,
  body: json(z.object({ reason: requiredText(limits.reason, reasonHint, undefined, reasonHint) })),
  message: "출석을 인정했습니다.",
  returns: z.null(),
  refusals: [
    "team-not-found",
    "not-a-manager",
    "target-not-in-team",
    "impossible-date",
    "day-off",
    "own-excuse",
  ],
});

export const takeBackExcuse = command("DELETE", {
  name: "takeBackExcuse",
  summary: "Take an excuse back",
  path: "/v1/teams/{teamId}/excuses/{uuid}/{date}",
  access: "profile",
  params: excusedDay,
  message: "인정을 취소했습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager", "target-not-in-team", "impossible-date", "own-excuse"],
});
