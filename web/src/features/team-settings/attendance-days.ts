import { daysBefore, isRealDate } from "#contracts/dates";
import { limits } from "#contracts/limits";
import type { Attendance, Rhythm } from "#contracts/rhythm/api";
import { daysOfMonth, promiseOn } from "#contracts/rhythm/days";
import type { AddressCodec } from "#web/lib/use-address.ts";

export type AttendanceMember = Attendance["members"][number];
export type AttendanceState = AttendanceMember["states"][number];

/** The month `yyyy-MM` in the address; null for the present one. */
export const monthAddress: AddressCodec<{ readonly month: string | null }> = {
  read: (search) => {
    const month = search.get("month") ?? "";
    return { month: isRealDate(`${month}-01`) ? month : null };
  },
  write: ({ month }) => ({ month }),
};

const promisesOf = ({ promise, pending }: Rhythm) => [promise, pending].filter((each) => each !== null);

/** Whether anything may be recorded in a month beside articles (spec/rhythm.md §5). */
export function isEmptyMonth({ members }: Attendance, rhythm: Rhythm, month: string): boolean {
  const days = daysOfMonth(month);
  const first = days[0] ?? "";
  const last = days.at(-1) ?? "";
  const touches = promisesOf(rhythm).some(
    ({ startsOn, lastDay }) => startsOn <= last && (lastDay === null || lastDay >= first),
  );
  const isQuiet = ({ states, missed, rests }: AttendanceMember) =>
    missed === 0 && rests === 0 && states.every(({ state }) => state === "wrote" || state === "off");
  return !touches && members.every(isQuiet);
}

/** What a press on a cell opens; undefined if nothing can be done there. */
export type CellAction =
  /** A manager excuses a past day, or takes that back. */
  | "excuse"
  /** A member reads why an own day is excused. */
  | "reason"
  /** A member rests, or takes that back. */
  | "rest";

interface Cell {
  readonly day: string;
  readonly state: AttendanceState["state"];
  /** Whether it is of the caller. */
  readonly isOwn: boolean;
  /** Whether the caller may excuse the member's days. */
  readonly canExcuse: boolean;
}

/** spec/rhythm.md rules 4, 5 */
export function actionOf({ day, state, isOwn, canExcuse }: Cell, rhythm: Rhythm): CellAction | undefined {
  const { date: today } = rhythm.today;
  if (day < today) {
    if (canExcuse && state === "excused") return "excuse";
    if (canExcuse && isExcusable(day, state, rhythm)) return "excuse";
    return isOwn && state === "excused" ? "reason" : undefined;
  }
  const isNear = daysBefore(day, limits.attendanceDays) <= today;
  return isOwn && isNear && (state === "open" || state === "rest") ? "rest" : undefined;
}

function isExcusable(day: string, state: AttendanceState["state"], rhythm: Rhythm): boolean {
  if (day < daysBefore(rhythm.today.date, limits.attendanceDays)) return false;
  if (state === "missed" || state === "rest") return true;
  // With a number of days a week, no single past day is missed.
  return state === "off" && promiseOn(promisesOf(rhythm), day)?.perWeek != null;
}

/** How many more rests a member may take in the month of a day, by the promise of that day. */
export function restsLeftOn(rhythm: Rhythm, { rests }: Pick<AttendanceMember, "rests">, day: string): number {
  const promise = promiseOn(promisesOf(rhythm), day);
  const isThisMonth = day.slice(0, 7) === rhythm.today.date.slice(0, 7);
  if (isThisMonth && promise && promise.startsOn === rhythm.promise?.startsOn) return rhythm.restsLeft;
  return Math.max(0, (promise?.restsPerMonth ?? 0) - rests);
}
