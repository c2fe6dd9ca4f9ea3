import { daysAfter } from "../dates.ts";
import { promiseOn, type TeamPromise, weekdayOf } from "../rhythm/days.ts";

/** Whether a team's problem of a day is posted from the queue: on the weekdays of its promise, without one every day. */
export const isPostingDay = (promises: readonly TeamPromise[], day: string): boolean =>
  promiseOn(promises, day)?.weekdays?.includes(weekdayOf(day)) ?? true;

/** What decides on which days the entries of a queue appear (spec/rhythm.md rule 10). */
export interface PostingDays {
  readonly promises: readonly TeamPromise[];
  /** The team's day, and the instant at which it began. */
  readonly today: string;
  readonly todayBegan: Date;
  /** Days from today on that have a problem. Today also counts if it had one since it began. */
  readonly taken: ReadonlySet<string>;
}

interface Accepted {
  readonly entryId: number;
  readonly acceptedAt: Date;
}

/** The entry that is posted today: the first that was accepted before the day began. Undefined if today gets none. */
export function entryOfToday<Entry extends Accepted>(
  { promises, today, todayBegan, taken }: PostingDays,
  accepted: readonly Entry[],
): Entry | undefined {
  if (taken.has(today) || !isPostingDay(promises, today)) return undefined;
  return accepted.find(({ acceptedAt }) => acceptedAt < todayBegan);
}

/** The days of accepted entries, given in their order, by their ids. */
export function daysOfEntries(days: PostingDays, accepted: readonly Accepted[]): Map<number, string> {
  const found = new Map<number, string>();
  const first = entryOfToday(days, accepted);
  if (first) found.set(first.entryId, days.today);
  let day = days.today;
  for (const { entryId } of accepted) {
    if (found.has(entryId)) continue;
    do day = daysAfter(day, 1);
    while (days.taken.has(day) || !isPostingDay(days.promises, day));
    found.set(entryId, day);
  }
  return found;
}
