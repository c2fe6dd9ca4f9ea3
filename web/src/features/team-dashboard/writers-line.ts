import type { WritersOfDay } from "#contracts/article/api";
import { monthDay } from "#web/ui/month-calendar-days.ts";

/** The number of writers of a day (spec/daily-use.md §7.2); empty for future days and while it is unknown. */
export function writersLine(
  date: string,
  today: string,
  writers: readonly WritersOfDay[] | undefined,
): string | undefined {
  if (!writers || date > today) return undefined;
  const count = writers.find((one) => one.date === date)?.count ?? 0;
  if (count === 0) return date === today ? "아직 쓴 사람이 없어요" : "쓴 사람이 없어요";
  return date === today ? `오늘 ${count}명이 썼어요` : `${monthDay(date, today)}에 ${count}명이 썼어요`;
}
