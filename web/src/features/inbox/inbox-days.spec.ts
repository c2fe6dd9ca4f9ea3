import { expect, it } from "vitest";
import { notificationOf } from "#tests/support/fake-inbox";
import { byDay, inboxTime } from "./inbox-days.ts";

const now = new Date("2025-12-11T09:30:00+09:00");

it.each([
  ["2025-12-11T09:29:30+09:00", "방금", "오늘"],
  ["2025-12-11T09:27:00+09:00", "3분 전", "오늘"],
  ["2025-12-11T08:00:00+09:00", "오전 8:00", "오늘"],
  ["2025-12-11T00:05:00+09:00", "오전 12:05", "오늘"],
  ["2025-12-10T21:31:00+09:00", "어제 오후 9:31", "어제"],
  ["2025-12-10T12:00:00+09:00", "어제 오후 12:00", "어제"],
  ["2025-12-09T23:59:59+09:00", "12월 9일", "이전"],
  ["2024-12-08T10:00:00+09:00", "2024년 12월 8일", "이전"],
  // The server's clock is ahead of the browser's.
  ["2025-12-11T09:31:00+09:00", "방금", "오늘"],
])("a notification of %s is shown with the time %s under %s", (at, words, day) => {
  expect(inboxTime(new Date(at), now)).toBe(words);
  expect(byDay([notificationOf(1, { occurredAt: at })], now).map((one) => one.day)).toEqual([day]);
});

it("shows minutes within an hour across midnight, under the day of the notification", () => {
  const at = "2025-12-10T23:55:00+09:00";
  const then = new Date("2025-12-11T00:10:00+09:00");
  expect(inboxTime(new Date(at), then)).toBe("15분 전");
  expect(byDay([notificationOf(1, { occurredAt: at })], then)[0]?.day).toBe("어제");
});
