// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reconnect } from "./reconnect.ts";

let answer: () => Promise<boolean>;
const isThere = vi.fn((_signal: AbortSignal) => answer());
const onThere = vi.fn();
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  // No pause is shortened.
  vi.spyOn(Math, "random").mockReturnValue(0);
  answer = async () => false;
  reconnect({ isThere, onThere });
});
afterEach(() => {
  // Its listeners end with the page, or once the server is there.
  answer = async () => true;
  window.dispatchEvent(new Event("online"));
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("tries again after the network is back while the server is not, until it is", async () => {
  window.dispatchEvent(new Event("online"));
  await seconds(0);
  expect(isThere).toHaveBeenCalledTimes(1);
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  await seconds(1);
  expect(isThere).toHaveBeenCalledTimes(2);
  expect(onThere).not.toHaveBeenCalled();
  answer = async () => true;
  await seconds(2);
  expect(onThere).toHaveBeenCalledTimes(1);
  await seconds(600);
  expect([isThere.mock.calls.length, onThere.mock.calls.length]).toEqual([3, 1]);
});

it("tries more and more seldom, and at once when the person comes back", async () => {
  await seconds(60);
  // After 1 s, and 1, 2, 4, 8, 16, 30, … s after each other.
  expect(isThere).toHaveBeenCalledTimes(6);
  await seconds(300);
  expect(isThere).toHaveBeenCalledTimes(16);
  document.dispatchEvent(new Event("visibilitychange"));
  await seconds(0);
  expect(isThere).toHaveBeenCalledTimes(17);
  await seconds(1);
  expect(isThere).toHaveBeenCalledTimes(18);
});

it("gives up a try that hangs for the one that a network or a person which comes back begins", async () => {
  answer = () => new Promise(() => {});
  await seconds(1);
  answer = async () => true;
  window.dispatchEvent(new Event("online"));
  await seconds(0);
  expect(onThere).toHaveBeenCalledTimes(1);
  expect(isThere.mock.calls.map(([signal]) => signal.aborted)).toEqual([true, true]);
});

it("gives up a try that hangs after ten seconds; its late answer counts no more", async () => {
  let settle = (_isThere: boolean) => {};
  answer = () =>
    new Promise((done) => {
      settle = done;
    });
  await seconds(1);
  answer = async () => false;
  await seconds(10);
  expect(isThere.mock.lastCall?.[0].aborted).toBe(true);
  settle(true);
  await seconds(0);
  expect(onThere).not.toHaveBeenCalled();
  await seconds(1);
  expect(isThere).toHaveBeenCalledTimes(2);
});

it("comes up to half a pause earlier, not at the same time as all others", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.999);
  window.dispatchEvent(new Event("online"));
  await seconds(0.6);
  expect(isThere).toHaveBeenCalledTimes(2);
  await seconds(1.1);
  expect(isThere).toHaveBeenCalledTimes(3);
});
