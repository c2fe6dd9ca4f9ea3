/** Local times are Asia/Seoul (spec/wire-contract.md §1.5), which has had no daylight saving time since 1988. */
const seoulOffsetMs = 9 * 3600_000;

const shifted = (at: Date) => new Date(at.getTime() + seoulOffsetMs).toISOString();

/** `2025-09-03`: the Seoul calendar day of an instant. */
export const seoulDate = (at: Date): string => shifted(at).slice(0, 10);

/** `2025-09-03 21:07:45`, the format of articles and problems. */
export const seoulDateTime = (at: Date): string => shifted(at).slice(0, 19).replace("T", " ");

/** `2025-09-01T08:00:00`, the format of `teams/my-page`. */
export const seoulLocalIso = (at: Date): string => shifted(at).slice(0, 19);

/** `2025-09-03T21:07:45+09:00`, the format of the role history. */
export const seoulIsoWithOffset = (at: Date): string => `${shifted(at).slice(0, 19)}+09:00`;

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text has the form `yyyy-MM-dd`, whether or not the day exists. */
export const looksLikeDate = (text: string): boolean => datePattern.test(text);

/** Whether a text is an existing day in the form `yyyy-MM-dd`: `2025-02-30` is not. */
export function isRealDate(text: string): boolean {
  const match = datePattern.exec(text);
  if (!match || match[1] === "0000") return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** First and last day of a month (month 1–12) as `yyyy-MM-dd`. */
export function monthBounds(year: number, month: number): { first: string; last: string } {
  const iso = (date: Date) => date.toISOString().slice(0, 10);
  const first = new Date(Date.UTC(2000, month - 1, 1));
  first.setUTCFullYear(year);
  const last = new Date(first);
  last.setUTCMonth(month, 0);
  return { first: iso(first), last: iso(last) };
}

/** The day this many days before a real day. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** Whether two real days are in order and span at most `most` days, both ends included. */
export const isDaySpan = (from: string, to: string, most: number): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days >= 1 && days <= most;
};

/** The day this many days after a real day. */
export const daysAfter = (day: string, days: number): string => daysBefore(day, -days);

const minuteMs = 60_000;
const stepMinutes = 30;
const lastEndMinutes = 6 * 60;

const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The ends of a day that a team may choose, as times of the following morning: `00:00`, `00:30` … `06:00`. */
export const dayEnds: readonly string[] = Array.from(
  { length: lastEndMinutes / stepMinutes + 1 },
  (_, index) => timeOf(index * stepMinutes),
);
/** Of a team that has not chosen one. */
export const midnight = "00:00";

function afterMidnightMs(dayEndsAt: string): number {
  const [hours, minutes] = dayEndsAt.split(":").map(Number);
  return ((hours ?? 0) * 60 + (minutes ?? 0)) * minuteMs;
}

/**
 * The day of a team to which an instant belongs (spec/rhythm.md rule 1): with `02:00`, 12 December 01:40 is part of 11
 * December. The only place where a team's day is computed.
 */
export const studyDay = (at: Date, dayEndsAt: string): string =>
  seoulDate(new Date(at.getTime() - afterMidnightMs(dayEndsAt)));

/** The instant at which a team's day begins, which is the end of the day before. */
export const studyDayBegin = (day: string, dayEndsAt: string): Date =>
  new Date(Date.parse(day) - seoulOffsetMs + afterMidnightMs(dayEndsAt));

/** The first instant after a team's day. */
export const studyDayEnd = (day: string, dayEndsAt: string): Date =>
  studyDayBegin(daysAfter(day, 1), dayEndsAt);
