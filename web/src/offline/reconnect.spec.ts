// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reconnect, reload, reloadsInVain } from "./reconnect.ts";

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
  sessionStorage.clear();
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

it("comes up to half a pause earlier, not with everybody else", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.999);
  window.dispatchEvent(new Event("online"));
  await seconds(0.6);
  expect(isThere).toHaveBeenCalledTimes(2);
  await seconds(1.1);
  expect(isThere).toHaveBeenCalledTimes(3);
});

it("waits longer after each reload that led back here, until one has led to the site", async () => {
  vi.spyOn(window, "location", "get").mockReturnValue({ ...window.location, reload: () => {} });
  expect(reloadsInVain()).toBe(0);
  for (let i = 0; i < 3; i += 1) reload();
  expect(reloadsInVain()).toBe(3);
  answer = async () => true;
  window.dispatchEvent(new Event("online"));
  await seconds(0);
  isThere.mockClear();
  reconnect({ isThere, onThere, failures: reloadsInVain() });
  await seconds(7);
  expect(isThere).not.toHaveBeenCalled();
  await seconds(1);
  expect(isThere).toHaveBeenCalledTimes(1);
  await seconds(60);
  expect(reloadsInVain()).toBe(0);
});

it("reloads also where the browser remembers nothing", () => {
  const loadAgain = vi.fn();
  vi.spyOn(window, "location", "get").mockReturnValue({ ...window.location, reload: loadAgain });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  reload();
  vi.spyOn(Storage.prototype, "getItem").mockReturnValue("{");
  expect(reloadsInVain()).toBe(0);
  reload();
  expect(loadAgain).toHaveBeenCalledTimes(2);
});
