import { seoulDate, seoulDateTime } from "#contracts/dates";
import type { Notification } from "#contracts/inbox/api";
import { monthDay } from "#web/ui/month-calendar-days.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const yesterdayOf = (now: Date) => seoulDate(new Date(now.getTime() - dayMs));

/** `오전 9:12` */
function clockWords(at: Date): string {
  const [hour = 0, minute = 0] = seoulDateTime(at).slice(11, 16).split(":").map(Number);
  return `${hour < 12 ? "오전" : "오후"} ${hour % 12 || 12}:${String(minute).padStart(2, "0")}`;
}

/** Time of a notification: `방금`, `3분 전`, `오전 9:12`, `어제 오후 9:31`, `12월 8일` (spec/notifications.md §7). */
export function inboxTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  if (age < minuteMs) return "방금";
  if (age < hourMs) return `${Math.floor(age / minuteMs)}분 전`;
  const day = seoulDate(at);
  const today = seoulDate(now);
  if (day === today) return clockWords(at);
  return day === yesterdayOf(now) ? `어제 ${clockWords(at)}` : monthDay(day, today);
}

const inboxDays = ["오늘", "어제", "이전"] as const;

/** Groups notifications by the days of the page, without empty days. */
export function byDay(all: readonly Notification[], now: Date) {
  const today = seoulDate(now);
  const yesterday = yesterdayOf(now);
  const dayOf = ({ occurredAt }: Notification) => {
    const day = seoulDate(new Date(occurredAt));
    if (day >= today) return "오늘";
    return day === yesterday ? "어제" : "이전";
  };
  return inboxDays
    .map((day) => ({ day, rows: all.filter((one) => dayOf(one) === day) }))
    .filter(({ rows }) => rows.length > 0);
}
