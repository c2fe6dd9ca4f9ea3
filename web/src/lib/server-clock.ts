import { seoulDate } from "#contracts/dates";
import { changeSignal } from "./change-signal.ts";
import { deviceEntries } from "./storage/entries.ts";

const entry = "clock-offset";

/** The server's clock minus the device's, in ms; until the first response, that of the last visit. */
let offsetMs = Number(deviceEntries.get(entry)) || 0;
const changes = changeSignal();
export const onClockChange = changes.subscribe;

/**
 * Corrects the clock by the `Date` of a response, which was set between sending and receiving and has whole seconds. A
 * device clock within these bounds is taken as it is.
 */
export function noteServerDate(date: string | null, sentAt: number): void {
  const at = Date.parse(date ?? "");
  if (Number.isNaN(at)) return;
  const next = Math.min(Math.max(offsetMs, at - Date.now()), at + 1000 - sentAt);
  if (next === offsetMs) return;
  offsetMs = next;
  deviceEntries.set(entry, String(next));
  changes.notify();
}

/** Times that are compared with the server's, and days, are those of the server's clock; durations need none. */
export const serverTime = (deviceTime: number = Date.now()): number => deviceTime + offsetMs;
export const serverNow = (): Date => new Date(serverTime());

/** The Seoul day of an instant of this device, by default of now, `yyyy-MM-dd`. */
export const serverDay = (deviceTime?: number): string => seoulDate(new Date(serverTime(deviceTime)));
