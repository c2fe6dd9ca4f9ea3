import { isDeepStrictEqual } from "node:util";
import { daysAfter, midnight, studyDay } from "#contracts/dates";
import {
  mondayOf,
  nextMonday,
  type PromiseEntry,
  type PromiseTerms,
  promiseOn,
  promisesOf,
} from "#contracts/rhythm/days";
import type { TeamEvent } from "#contracts/team/events";
import type { Decider } from "../platform/decider.ts";
import { assertManager, evolveRoster, noRoster, type Roster } from "../team/facts.ts";
import { evolvePromises } from "./facts.ts";

interface PromiseState {
  readonly roster: Roster;
  readonly dayEndsAt: string;
  readonly entries: readonly PromiseEntry[];
}

interface OfTeam {
  readonly teamId: number;
  readonly callerId: string;
  readonly now: Date;
}

export type PromiseCommand =
  | (OfTeam & { readonly type: "SetPromise"; readonly terms: PromiseTerms })
  | (OfTeam & { readonly type: "EndPromise" });

/** The promise of a team, on the team's stream beside its own decider (spec/rhythm.md rule 2). */
export const promise: Decider<PromiseState, PromiseCommand, TeamEvent> = {
  isRemembered: true,
  initial: { roster: noRoster, dayEndsAt: midnight, entries: [] },

  decide(command, state) {
    assertManager(state.roster, command.callerId);
    return command.type === "SetPromise" ? set(command, state) : end(command, state);
  },

  evolve: (before, event) => ({
    roster: evolveRoster(before.roster, event),
    dayEndsAt: event.type === "DayEndChanged" ? event.data.dayEndsAt : before.dayEndsAt,
    entries: evolvePromises(before.entries, event),
  }),
};

const todayOf = ({ now }: Pick<OfTeam, "now">, { dayEndsAt }: PromiseState) => studyDay(now, dayEndsAt);

function set(
  command: Extract<PromiseCommand, { type: "SetPromise" }>,
  state: PromiseState,
): readonly TeamEvent[] {
  const { teamId, callerId, terms } = command;
  const startsOn = nextMonday(todayOf(command, state));
  const last = state.entries.at(-1);
  if (last && last.startsOn <= startsOn && isDeepStrictEqual(last.terms, terms)) return [];
  const weekdays = terms.weekdays && [...terms.weekdays];
  return [
    ...withdrawnAfter(startsOn, command, state),
    { type: "PromiseSet", data: { teamId, startsOn, ...terms, weekdays, setBy: callerId } },
  ];
}

function end(command: OfTeam, state: PromiseState): readonly TeamEvent[] {
  const { teamId, callerId } = command;
  const today = todayOf(command, state);
  const inForce = promiseOn(promisesOf(state.entries), today);
  if (!inForce) return withdrawnAfter(today, command, state);
  const lastDay = daysAfter(mondayOf(today), 6);
  if (inForce.lastDay === lastDay && state.entries.at(-1)?.terms === null) return [];
  return [
    ...withdrawnAfter(daysAfter(lastDay, 1), command, state),
    { type: "PromiseEnded", data: { teamId, lastDay, endedBy: callerId } },
  ];
}

/** What waits for a later day than this. A later day than next Monday is left by an earlier end of the day alone. */
const withdrawnAfter = (
  day: string,
  { teamId, callerId: withdrawnBy }: OfTeam,
  { entries }: PromiseState,
): TeamEvent[] =>
  entries
    .filter(({ startsOn }) => startsOn > day)
    .map(({ startsOn }) => ({ type: "PromiseWithdrawn", data: { teamId, startsOn, withdrawnBy } }));

/** From when the promise counts that was set last. */
export const startOf = ({ entries }: PromiseState): string =>
  entries.findLast(({ terms }) => terms !== null)?.startsOn ?? "";

/** The last day of the promise in force; null without one. */
export const lastDayOf = (state: PromiseState, now: Date): string | null =>
  promiseOn(promisesOf(state.entries), todayOf({ now }, state))?.lastDay ?? null;
