import { studyDayBegin, studyDayEnd } from "../dates.ts";
import { type QuietHours, quietHoursAt } from "../inbox/quiet-hours.ts";

const minuteMs = 60_000;
const beforeEndMs = 180 * minuteMs;
const beforeQuietMs = 15 * minuteMs;

/**
 * When a member is reminded of a day of a team (spec/rhythm.md rule 8); undefined if quiet hours leave no time for it within
 * the day.
 */
export function reminderAt(day: string, dayEndsAt: string, quiet: QuietHours): Date | undefined {
  const at = new Date(studyDayEnd(day, dayEndsAt).getTime() - beforeEndMs);
  const hours = quietHoursAt(at, quiet);
  if (!hours) return at;
  const earlier = new Date(hours.from.getTime() - beforeQuietMs);
  return earlier < studyDayBegin(day, dayEndsAt) ? undefined : earlier;
}
