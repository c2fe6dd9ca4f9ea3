import type { Weekday } from "#contracts/rhythm/days";

/** Days are `yyyy-MM-dd` texts of the Seoul calendar; this file uses neither times of day nor time zones. */
const dayMs = 86_400_000;

const toUtc = (day: string) => Date.parse(`${day}T00:00:00Z`);
const fromUtc = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The day `count` days later (earlier if negative). */
export const addDays = (day: string, count: number): string => fromUtc(toUtc(day) + count * dayMs);

/** First day of the month `count` months after the month of a day: choosing a month selects its first day (spec/ui.md §10). */
export function firstOfMonth(day: string, count = 0): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return fromUtc(Date.UTC(year, month - 1 + count, 1));
}

/** 0 = Sunday … 6 = Saturday. */
export const weekday = (day: string): number => new Date(toUtc(day)).getUTCDay();

export const isSameMonth = (one: string, other: string): boolean => one.slice(0, 7) === other.slice(0, 7);

/** `{ year: 2025, month: 9 }` of `2025-09-03`, the parameters of the team page. */
export function monthOf(day: string): { year: number; month: number } {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return { year, month };
}

/** The weeks of the month of a day: from Sunday, completed with days of the neighbouring months. */
export function weeksOf(day: string): string[][] {
  const first = firstOfMonth(day);
  const last = addDays(firstOfMonth(day, 1), -1);
  const start = addDays(first, -weekday(first));
  const end = addDays(last, 6 - weekday(last));
  const weeks: string[][] = [];
  for (let week = start; week <= end; week = addDays(week, 7)) weeks.push(weekOf(week));
  return weeks;
}

/** The week of a day, Sunday first. */
export function weekOf(day: string): string[] {
  const start = addDays(day, -weekday(day));
  return Array.from({ length: 7 }, (_, index) => addDays(start, index));
}

/** In the order of the calendar's columns. */
export const weekdayNames: Readonly<Record<Weekday, string>> = {
  Sun: "일",
  Mon: "월",
  Tue: "화",
  Wed: "수",
  Thu: "목",
  Fri: "금",
  Sat: "토",
};
export const columnNames = Object.values(weekdayNames);

/** `목` */
export const weekdayOf = (day: string): string => columnNames[weekday(day)] ?? "";

/** `2025년 12월` */
export function monthLabel(day: string): string {
  const { year, month } = monthOf(day);
  return `${year}년 ${month}월`;
}

/** `12월 11일`; in another year than that of `today` `2024년 12월 11일` (spec/daily-use.md rule 39). */
export function monthDay(day: string, today = day): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${day.slice(0, 4) === today.slice(0, 4) ? "" : `${year}년 `}${month}월 ${date}일`;
}

/** `12월 11일 목요일` */
export function dayLabel(day: string): string {
  return `${monthDay(day)} ${weekdayOf(day)}요일`;
}

/**
 * The result of a key in a date grid: the focus on another day (arrows by day and week, Home and End within the week),
 * or the first day of another month (Page keys by month, with Shift by year).
 */
export function keyMove(
  key: string,
  shift: boolean,
  from: string,
): { kind: "focus" | "month"; day: string } | null {
  const days = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday(from),
    End: 6 - weekday(from),
  };
  const months = { PageUp: shift ? -12 : -1, PageDown: shift ? 12 : 1 };
  if (key in days) return { kind: "focus", day: addDays(from, days[key as keyof typeof days]) };
  if (key in months) return { kind: "month", day: firstOfMonth(from, months[key as keyof typeof months]) };
  return null;
}
