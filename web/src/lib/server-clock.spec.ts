// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const device = Date.parse("2026-11-29T12:00:00.000+09:00");
const dayMs = 86_400_000;

/** The module as a new page loads it. */
async function page() {
  vi.resetModules();
  return import("./server-clock.ts");
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.setSystemTime(device);
});
afterEach(() => {
  vi.useRealTimers();
});

const dateHeader = (at: number) => new Date(at).toUTCString();

it("takes the day and the time from the responses of a server that is a day behind the device", async () => {
  const { noteServerDate, serverDay, serverTime } = await page();
  expect(serverDay()).toBe("2026-11-29");
  noteServerDate(dateHeader(device - dayMs), device - 40);
  expect(serverDay()).toBe("2026-11-28");
  expect(serverDay(device - dayMs)).toBe("2026-11-27");
  // The header has whole seconds, and the request took 40 ms.
  expect(Math.abs(serverTime() - (device - dayMs))).toBeLessThanOrEqual(1040);
});

it("starts the next page with the clock of the last one", async () => {
  (await page()).noteServerDate(dateHeader(device - dayMs), device);
  expect((await page()).serverDay()).toBe("2026-11-28");
});

it("notifies on a correction, and not for the seconds that a header cuts off", async () => {
  const { noteServerDate, onClockChange, serverTime } = await page();
  const changed = vi.fn();
  onClockChange(changed);
  vi.setSystemTime(device + 999);
  noteServerDate(dateHeader(device), device + 900);
  expect(changed).not.toHaveBeenCalled();
  expect(serverTime()).toBe(device + 999);
  noteServerDate(dateHeader(device + dayMs), device + 900);
  expect(changed).toHaveBeenCalledTimes(1);
});

it("follows a device clock that was set right", async () => {
  const { noteServerDate, serverTime } = await page();
  noteServerDate(dateHeader(device - dayMs), device);
  vi.setSystemTime(device - dayMs + 5000);
  noteServerDate(dateHeader(device - dayMs + 5000), device - dayMs + 5000);
  expect(Math.abs(serverTime() - Date.now())).toBeLessThanOrEqual(1000);
});

it.each([null, "", "gestern"])("keeps the device's clock without a readable time: %s", async (header) => {
  const { noteServerDate, serverTime } = await page();
  noteServerDate(header, device);
  expect(serverTime()).toBe(device);
});
