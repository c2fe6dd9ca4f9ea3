import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { debounced } from "./debounced.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("calls with the last value after a pause", () => {
  const call = vi.fn();
  const later = debounced(call, 50, 1000);
  later("a");
  vi.advanceTimersByTime(49);
  later("b");
  vi.advanceTimersByTime(49);
  expect(call).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(call.mock.calls).toEqual([["b"]]);
});

it("waits no longer than its limit, however many changes arrive", () => {
  const call = vi.fn();
  const later = debounced(call, 50, 1000);
  for (let passed = 0; passed < 1000; passed += 25) {
    later(passed);
    vi.advanceTimersByTime(25);
  }
  expect(call).toHaveBeenCalledTimes(1);
});

it("does not call after it was cancelled", () => {
  const call = vi.fn();
  const later = debounced(call, 50, 1000);
  later("a");
  later.cancel();
  vi.advanceTimersByTime(2000);
  expect(call).not.toHaveBeenCalled();
});
