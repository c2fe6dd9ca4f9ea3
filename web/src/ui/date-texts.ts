import { seoulDate, seoulDateTime } from "#contracts/dates";
import { monthDay, weekdayOf } from "./month-calendar-days.ts";

/** `12월 11일 (목)` */
export const dayAndWeekday = (day: string, today: string): string =>
  `${monthDay(day, today)} (${weekdayOf(day)})`;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** `21:07` */
export const clockTime = (at: Date): string => seoulDateTime(at).slice(11, 16);

/** `2025.09.01`, of a date or an ISO instant: when somebody joined a team, or from when texts are known. */
export const dottedDate = (date: string): string => date.slice(0, 10).replaceAll("-", ".");

/** Formats an instant: within an hour `25분 전`, today `21:07`, before `12월 10일`. */
export function relativeTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  if (age < minuteMs) return "방금";
  if (age < hourMs) return `${Math.floor(age / minuteMs)}분 전`;
  const day = seoulDate(at);
  const today = seoulDate(now);
  return day === today ? clockTime(at) : monthDay(day, today);
}
