import { daysAfter } from "#contracts/dates";
import type { Rhythm } from "#contracts/rhythm/api";
import { nextMonday, type Weekday, weekdays } from "#contracts/rhythm/days";
import { dayAndWeekday } from "#web/ui/date-texts.ts";
import { weekdayNames } from "#web/ui/month-calendar-days.ts";

type Promised = NonNullable<Rhythm["promise"]>;

/** What the form changes. Both kinds of days are kept while it is open, so that changing the kind loses none. */
export interface PromiseChoice {
  readonly dayEndsAt: string;
  readonly kind: "weekdays" | "perWeek";
  readonly weekdays: readonly Weekday[];
  readonly perWeek: number;
  readonly restsPerMonth: number;
}

const usualRests = 2;
const usualDays = 5;

/** The promise that a change would replace: the waiting one, or the one in force unless its end is set. */
export const replaceablePromise = ({ promise, pending }: Rhythm): Promised | null =>
  pending ?? (promise?.lastDay === null ? promise : null);

export function choiceOf(rhythm: Rhythm): PromiseChoice {
  const promise = replaceablePromise(rhythm);
  return {
    dayEndsAt: rhythm.dayEndsAt,
    kind: promise?.perWeek == null ? "weekdays" : "perWeek",
    weekdays: promise?.weekdays ?? [],
    perWeek: promise?.perWeek ?? (promise?.weekdays?.length || usualDays),
    restsPerMonth: promise?.restsPerMonth ?? usualRests,
  };
}

/** The body to send; the days of the kind that was not chosen are left out. */
export const promiseOfChoice = ({ kind, weekdays, perWeek, restsPerMonth }: PromiseChoice) =>
  kind === "weekdays" ? { weekdays: [...weekdays], restsPerMonth } : { perWeek, restsPerMonth };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Which parts differ from what is stored. */
export const changesOf = (choice: PromiseChoice, stored: PromiseChoice) => ({
  dayEnd: choice.dayEndsAt !== stored.dayEndsAt,
  promise: !isSame(promiseOfChoice(choice), promiseOfChoice(stored)),
});

export const isChanged = (choice: PromiseChoice, stored: PromiseChoice): boolean => {
  const { dayEnd, promise } = changesOf(choice, stored);
  return dayEnd || promise;
};

/** In the order of a week. */
export const withWeekday = (choice: PromiseChoice, day: Weekday): PromiseChoice => ({
  ...choice,
  weekdays: weekdays.filter((each) => choice.weekdays.includes(each) !== (each === day)),
});

/** When a promise counts: what is stored from its own day on, a changed one from the next Monday on. */
export const startOf = (rhythm: Rhythm, isPromiseChanged: boolean): string => {
  const promise = isPromiseChanged ? null : replaceablePromise(rhythm);
  return promise?.startsOn ?? nextMonday(rhythm.today.date);
};

/** `월 화 수 목 금`, `한 주에 4일` */
export const daysText = ({ weekdays, perWeek }: Promised): string =>
  perWeek === null ? (weekdays ?? []).map((day) => weekdayNames[day]).join(" ") : `한 주에 ${perWeek}일`;

/** `한 달에 2일` */
export const restsText = ({ restsPerMonth }: Promised): string => `한 달에 ${restsPerMonth}일`;

/** The Sunday with which a promise in force would end now. */
export const lastDayNow = ({ today }: Rhythm): string => daysAfter(nextMonday(today.date), -1);

/** `12월 14일 (일)까지` */
export const untilText = (day: string, today: string): string => `${dayAndWeekday(day, today)}까지`;

/** `12월 15일 (월)부터` */
export const fromText = (day: string, today: string): string => `${dayAndWeekday(day, today)}부터`;
