import { daysAfter, daysBefore, monthBounds } from "../dates.ts";

/**
 * The promise of a team and the days of its members (spec/rhythm.md rules 2–6). Everything is computed from recorded
 * facts when it is read; server and browser share it. Days are `yyyy-MM-dd` of the team (`studyDay`).
 */
export const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** Either `weekdays` or `perWeek` is null. It begins on a Monday and ends on a Sunday, so a week has one promise. */
export interface TeamPromise {
  readonly startsOn: string;
  /** The last day on which it is in force; null while no end is set. */
  readonly lastDay: string | null;
  readonly weekdays: readonly Weekday[] | null;
  readonly perWeek: number | null;
  readonly restsPerMonth: number;
}

/** What members promise. */
export type PromiseTerms = Pick<TeamPromise, "weekdays" | "perWeek" | "restsPerMonth">;

/** The terms that count from a Monday on, until the next entry; none with null. */
export interface PromiseEntry {
  readonly startsOn: string;
  readonly terms: PromiseTerms | null;
}

/** The promises of a team from its entries in ascending order. */
export const promisesOf = (entries: readonly PromiseEntry[]): TeamPromise[] =>
  entries.flatMap(({ startsOn, terms }, index) => {
    const next = entries[index + 1];
    return terms === null
      ? []
      : [{ startsOn, lastDay: next ? daysBefore(next.startsOn, 1) : null, ...terms }];
  });

/** A time in a team, by the days of joining and leaving; `left` is null for a present member. */
export interface Membership {
  readonly joined: string;
  readonly left: string | null;
}

/** What is recorded of one member in one team. */
export interface MemberDays {
  readonly memberships: readonly Membership[];
  readonly wrote: ReadonlySet<string>;
  readonly excused: ReadonlySet<string>;
  readonly rests: ReadonlySet<string>;
}

export const dayStates = ["wrote", "excused", "rest", "missed", "open", "off"] as const;
export type DayState = (typeof dayStates)[number];

/** The promises of a team, oldest first, and its present day. */
export interface TeamDays {
  readonly promises: readonly TeamPromise[];
  readonly today: string;
}

export const weekdayOf = (day: string): Weekday => weekdays[(new Date(day).getUTCDay() + 6) % 7] as Weekday;

export const mondayOf = (day: string): string => daysBefore(day, weekdays.indexOf(weekdayOf(day)));

/** The Monday from which a promise counts that is set on a day. */
export const nextMonday = (day: string): string => daysAfter(mondayOf(day), 7);

/** All days from one to another, both included. */
export const daysFrom = (first: string, last: string): string[] =>
  // Counted, because texts are out of order after the year 9999.
  Array.from({ length: (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1 }, (_, n) =>
    daysAfter(first, n),
  );

export const weekOf = (day: string): string[] => {
  const monday = mondayOf(day);
  return weekdays.map((_, n) => daysAfter(monday, n));
};

/** The promise in force on a day. */
export function promiseOn(promises: readonly TeamPromise[], day: string): TeamPromise | undefined {
  const found = promises.findLast(({ startsOn }) => startsOn <= day);
  return found && (found.lastDay === null || day <= found.lastDay) ? found : undefined;
}

/** A promise that has been set and is not in force yet. */
export const pendingPromise = ({ promises, today }: TeamDays): TeamPromise | undefined =>
  promises.find(({ startsOn }) => startsOn > today);

/** A member is bound on whole days of membership only: the days of joining and leaving do not count. */
export const isBound = (memberships: readonly Membership[], day: string): boolean =>
  memberships.some(({ joined, left }) => joined < day && (left === null || day < left));

/** Whether a day is one of duty for a member; with `perWeek` every bound day is. */
export function isDuty(
  promises: readonly TeamPromise[],
  { memberships }: Pick<MemberDays, "memberships">,
  day: string,
): boolean {
  const promise = promiseOn(promises, day);
  if (!promise || !isBound(memberships, day)) return false;
  return promise.weekdays?.includes(weekdayOf(day)) ?? true;
}

/** spec/rhythm.md rule 6 */
export function dayState(team: TeamDays, member: MemberDays, day: string): DayState {
  if (member.wrote.has(day)) return "wrote";
  if (!isDuty(team.promises, member, day)) return "off";
  if (member.excused.has(day)) return "excused";
  if (member.rests.has(day)) return "rest";
  if (day >= team.today) return "open";
  return promiseOn(team.promises, day)?.perWeek == null ? "missed" : "off";
}

const isDone = (state: DayState) => state === "wrote" || state === "excused" || state === "rest";

export interface WeekSum {
  /** Its Monday. */
  readonly from: string;
  /** Days that are wrote, excused or rest, coming ones and days without duty included. */
  readonly wrote: number;
  /** How many of them this member needs. */
  readonly needed: number;
  /** Missing ones of an ended week with `perWeek`; 0 with `weekdays`, whose days are missed one by one. */
  readonly missed: number;
}

/** The week of a day. */
export function weekSum(team: TeamDays, member: MemberDays, day: string): WeekSum {
  const days = weekOf(day);
  const from = days[0] as string;
  const sunday = days[6] as string;
  const duties = days.filter((each) => isDuty(team.promises, member, each)).length;
  const perWeek = promiseOn(team.promises, from)?.perWeek ?? null;
  const needed = Math.min(perWeek ?? duties, duties);
  const wrote = days.filter((each) => isDone(dayState(team, member, each))).length;
  const missed = perWeek !== null && sunday < team.today ? Math.max(0, needed - wrote) : 0;
  return { from, wrote, needed, missed };
}

export interface MonthSum {
  /** By day, from the first of the month on. */
  readonly states: readonly DayState[];
  readonly wrote: number;
  /** Missed days, and what lacked of weeks with `perWeek` whose Sunday is in the month. */
  readonly missed: number;
  readonly rests: number;
}

/** The days of a month, `yyyy-MM`. */
export function daysOfMonth(month: string): string[] {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const { first, last } = monthBounds(year, number);
  return daysFrom(first, last);
}

/** The month `yyyy-MM` of a member. Needs the facts of its first week from Monday on. */
export function monthSum(team: TeamDays, member: MemberDays, month: string): MonthSum {
  const days = daysOfMonth(month);
  const states = days.map((day) => dayState(team, member, day));
  const count = (state: DayState) => states.filter((each) => each === state).length;
  const ofWeeks = days
    .filter((day) => weekdayOf(day) === "Sun")
    .reduce((sum, sunday) => sum + weekSum(team, member, sunday).missed, 0);
  return { states, wrote: count("wrote"), missed: count("missed") + ofWeeks, rests: count("rest") };
}

/** How many more rests a member may take in the month of a day; 0 without a promise in force on it. */
export function restsLeft(
  promises: readonly TeamPromise[],
  { rests }: Pick<MemberDays, "rests">,
  day: string,
): number {
  const month = day.slice(0, 7);
  const taken = [...rests].filter((each) => each.startsWith(month)).length;
  return Math.max(0, (promiseOn(promises, day)?.restsPerMonth ?? 0) - taken);
}

/**
 * Whether a member is to be reminded of a day (spec/rhythm.md rule 8): an open day of duty, with `perWeek` one without
 * which the week can no longer be fulfilled.
 */
export function isReminded(team: TeamDays, member: MemberDays, day: string): boolean {
  if (dayState(team, member, day) !== "open") return false;
  if (promiseOn(team.promises, day)?.perWeek == null) return true;
  const { wrote, needed } = weekSum(team, member, day);
  const open = weekOf(day).filter((each) => each >= day && dayState(team, member, each) === "open").length;
  return needed - wrote === open;
}
