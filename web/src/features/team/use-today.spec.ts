// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useToday } from "./use-today.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime("2026-11-21T23:59:00+09:00");
});
afterEach(() => {
  cleanup();
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
