import { seoulDate, seoulDateTime } from "#contracts/dates";
import { weekday, weekdayNames } from "./month-calendar-days.ts";

/** `12월 11일`, of another year than today's `2024년 12월 11일`; days are `yyyy-MM-dd` (spec/daily-use.md rule 39). */
export function shortDay(day: string, today: string): string {
  const [year, month, date] = day.split("-").map(Number);
  const short = `${month}월 ${date}일`;
  return day.slice(0, 4) === today.slice(0, 4) ? short : `${year}년 ${short}`;
}

/** `12월 11일 (목)` */
export const dayAndWeekday = (day: string, today: string): string =>
  `${shortDay(day, today)} (${weekdayNames[weekday(day)]})`;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How an instant is told: within an hour `25분 전`, today `21:07`, before `12월 10일`. */
export function whenWords(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  if (age < minuteMs) return "방금";
  if (age < hourMs) return `${Math.floor(age / minuteMs)}분 전`;
  const [day, today] = [seoulDate(at), seoulDate(now)];
  return day === today ? seoulDateTime(at).slice(11, 16) : shortDay(day, today);
}
