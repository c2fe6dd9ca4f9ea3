// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { logIn } from "#tests/support/page.tsx";
import { noteDayEnd } from "#web/lib/day-ends.ts";
import { noteServerDate } from "#web/lib/server-clock.ts";
import { endSession } from "#web/lib/session.ts";
import { useBegunDay, useTeamToday, useToday } from "./use-today.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime("2026-11-21T23:59:00+09:00");
});
afterEach(() => {
  // A whole second: the clock has no offset any more.
  vi.setSystemTime("2026-11-21T23:59:00+09:00");
  noteServerDate(new Date().toUTCString(), Date.now());
  cleanup();
  endSession();
  localStorage.clear();
  vi.useRealTimers();
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

it("changes at each midnight in Seoul", () => {
  const { result } = renderHook(useToday);
  pass(50);
  expect(result.current).toBe("2026-11-21");
  pass(20);
  expect(result.current).toBe("2026-11-22");
  pass(24 * 3600);
  expect(result.current).toBe("2026-11-23");
});

it("changes immediately when the page becomes visible again, before any timer fires", () => {
  const { result } = renderHook(useToday);
  vi.setSystemTime("2026-11-22T07:30:00+09:00");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(result.current).toBe("2026-11-22");
});

it("changes soon after the machine wakes up, although timers were suspended", () => {
  const { result } = renderHook(useToday);
  vi.setSystemTime("2026-11-22T07:30:00+09:00");
  pass(10);
  expect(result.current).toBe("2026-11-22");
});

it("follows a correction of the clock, with the day on which the page began", () => {
  const { result } = renderHook(() => [useToday(), useBegunDay(12)[0]]);
  expect(result.current).toEqual(["2026-11-21", "2026-11-21"]);
  act(() => noteServerDate("Fri, 20 Nov 2026 03:00:00 GMT", Date.now()));
  expect(result.current).toEqual(["2026-11-20", "2026-11-20"]);
  pass(12 * 3600);
  expect(result.current).toEqual(["2026-11-21", "2026-11-20"]);
});

it("changes for a team when its day ends, and not at midnight", () => {
  logIn();
  noteDayEnd(12, "02:00");
  const { result } = renderHook(() => [useTeamToday(12), useTeamToday(13), useBegunDay(12)[0]]);
  pass(60);
  expect(result.current).toEqual(["2026-11-21", "2026-11-22", "2026-11-21"]);
  pass(2 * 3600 - 20);
  expect(result.current[0]).toBe("2026-11-21");
  pass(30);
  expect(result.current).toEqual(["2026-11-22", "2026-11-22", "2026-11-21"]);
});

it("follows a change of the team's end, with the day on which the page began", () => {
  logIn();
  vi.setSystemTime("2026-11-22T01:40:00+09:00");
  const { result } = renderHook(() => [useTeamToday(12), useBegunDay(12)[0]]);
  expect(result.current).toEqual(["2026-11-22", "2026-11-22"]);
  act(() => noteDayEnd(12, "02:00"));
  expect(result.current).toEqual(["2026-11-21", "2026-11-21"]);
  act(() => noteDayEnd(12, "01:30"));
  expect(result.current).toEqual(["2026-11-22", "2026-11-22"]);
});

it("is the Seoul day for visitors", () => {
  logIn();
  noteDayEnd(12, "02:00");
  vi.setSystemTime("2026-11-22T01:40:00+09:00");
  const { result } = renderHook(() => useTeamToday(12));
  expect(result.current).toBe("2026-11-21");
  act(() => endSession());
  expect(result.current).toBe("2026-11-22");
});
