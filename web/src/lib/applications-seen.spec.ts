// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { isNews, latestChange, rememberSeen, seenAt } from "./my-applications.ts";

const applied = "2025-09-03T21:07:45+09:00";
const answered = "2025-09-04T08:00:00+09:00";
const own = { state: "pending", appliedAt: applied, changedAt: applied } as const;
const news = { state: "removed", appliedAt: applied, changedAt: answered } as const;

beforeEach(() => localStorage.clear());

it("counts changes after the last visit as news, but never own changes", () => {
  expect(isNews(own, 0)).toBe(false);
  expect(isNews(news, 0)).toBe(true);
  expect(isNews({ ...news, changedAt: applied }, 0)).toBe(true);
  expect(isNews(news, Date.parse(applied))).toBe(true);
  expect(isNews(news, Date.parse(answered))).toBe(false);
});

it("remembers the latest visit of each member", () => {
  rememberSeen("a", latestChange([own, news]));
  expect(seenAt("a")).toBe(Date.parse(answered));
  rememberSeen("a", latestChange([own]));
  expect(seenAt("a")).toBe(Date.parse(answered));
  expect(seenAt("b")).toBe(0);
});

it("ignores an unreadable entry", () => {
  localStorage.setItem("applications-seen:a", "yesterday");
  expect(seenAt("a")).toBe(0);
});
