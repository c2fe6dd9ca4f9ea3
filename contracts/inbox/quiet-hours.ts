import { seoulLocalIso } from "../dates.ts";

export interface QuietHours {
  readonly enabled: boolean;
  /** `HH:mm` of Seoul. */
  readonly from: string;
  readonly until: string;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** The quiet hours that contain an instant; undefined outside of them. They may span midnight. */
export function quietHoursAt(
  at: Date,
  { enabled, from, until }: QuietHours,
): { readonly from: Date; readonly until: Date } | undefined {
  const now = minutesOf(seoulLocalIso(at).slice(11));
  const begin = minutesOf(from);
  const end = minutesOf(until);
  const isInside = begin < end ? now >= begin && now < end : now >= begin || now < end;
  if (!enabled || !isInside) return undefined;
  const minute = Math.floor(at.getTime() / minuteMs);
  const passed = now < begin ? now - begin + dayMinutes : now - begin;
  const left = now < end ? end - now : end - now + dayMinutes;
  return { from: new Date((minute - passed) * minuteMs), until: new Date((minute + left) * minuteMs) };
}
