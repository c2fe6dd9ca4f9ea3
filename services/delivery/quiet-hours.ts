import { seoulLocalIso } from "#contracts/dates";
import type { QuietHours } from "./inboxes.ts";

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const minuteMs = 60_000;

/** The end of the quiet hours that contain an instant; undefined outside of them. They may span midnight. */
export function quietUntil(at: Date, { enabled, from, until }: QuietHours): Date | undefined {
  const now = minutesOf(seoulLocalIso(at).slice(11));
  const begin = minutesOf(from);
  const end = minutesOf(until);
  const isInside = begin < end ? now >= begin && now < end : now >= begin || now < end;
  if (!enabled || !isInside) return undefined;
  const left = now < end ? end - now : end - now + 24 * 60;
  return new Date((Math.floor(at.getTime() / minuteMs) + left) * minuteMs);
}
