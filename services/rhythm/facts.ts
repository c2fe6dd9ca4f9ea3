import { daysAfter, midnight, studyDay } from "#contracts/dates";
import { type Membership, type PromiseEntry, promisesOf, type TeamPromise } from "#contracts/rhythm/days";
import type { AttendanceEvent } from "#contracts/rhythm/events";
import type { TeamEvent } from "#contracts/team/events";
import type { EventStore } from "../event-store/event-store.ts";
import { type Fold, load } from "../platform/folding.ts";
import { evolveRoster, noRoster, type Roster } from "../team/facts.ts";

/** The promise of a team and the times of its members, by days of the team. Other contexts read it before they decide. */
export interface TeamRhythm {
  readonly roster: Roster;
  readonly dayEndsAt: string;
  readonly promises: readonly TeamPromise[];
  readonly membershipsOf: (memberId: string) => readonly Membership[];
}

/** The rhythm of a team according to the log. */
export async function rhythmOf(store: EventStore, teamId: number): Promise<TeamRhythm> {
  const { roster, dayEndsAt, entries, times } = (await load(store, rhythmFold, `team-${teamId}`)).state;
  const dayOf = (instant: string) => studyDay(new Date(instant), dayEndsAt);
  return {
    roster,
    dayEndsAt,
    promises: promisesOf(entries),
    membershipsOf: (memberId) =>
      (times.get(memberId) ?? []).map(({ joinedAt, leftAt }) => ({
        joined: dayOf(joinedAt),
        left: leftAt === null ? null : dayOf(leftAt),
      })),
  };
}

/** Days of one member in one team. Reasons stay in the log. */
export interface Marks {
  readonly rests: ReadonlySet<string>;
  readonly excused: ReadonlySet<string>;
}

const without = (days: ReadonlySet<string>, date: string) => new Set([...days].filter((day) => day !== date));

export const marks: Fold<Marks, AttendanceEvent> = {
  isRemembered: true,
  initial: { rests: new Set(), excused: new Set() },
  evolve(state, { type, data: { date } }) {
    switch (type) {
      case "RestTaken":
        return { ...state, rests: new Set([...state.rests, date]) };
      case "RestTakenBack":
        return { ...state, rests: without(state.rests, date) };
      case "DayExcused":
        return { ...state, excused: new Set([...state.excused, date]) };
      case "ExcuseTakenBack":
        return { ...state, excused: without(state.excused, date) };
      default:
        return state;
    }
  },
};

/** Rests and excused days of a member in a team according to the log. */
export const markedDays = async (store: EventStore, teamId: number, memberId: string): Promise<Marks> =>
  (await load(store, marks, `attendance-${teamId}_${memberId}`, { personal: "closed" })).state;

/** The entries in ascending order after an event of the team. */
export function evolvePromises(
  entries: readonly PromiseEntry[],
  { type, data }: TeamEvent,
): readonly PromiseEntry[] {
  const without = (day: string) => entries.filter(({ startsOn }) => startsOn !== day);
  const withEntry = (entry: PromiseEntry) =>
    [...without(entry.startsOn), entry].sort((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  switch (type) {
    case "PromiseSet": {
      const { startsOn, weekdays, perWeek, restsPerMonth } = data;
      return withEntry({ startsOn, terms: { weekdays, perWeek, restsPerMonth } });
    }
    case "PromiseWithdrawn":
      return without(data.startsOn);
    case "PromiseEnded":
      return withEntry({ startsOn: daysAfter(data.lastDay, 1), terms: null });
    default:
      return entries;
  }
}

interface Time {
  readonly joinedAt: string;
  readonly leftAt: string | null;
}

interface Recorded {
  readonly roster: Roster;
  readonly dayEndsAt: string;
  readonly entries: readonly PromiseEntry[];
  /** Instants, because the days to which they belong change with `dayEndsAt`. */
  readonly times: ReadonlyMap<string, readonly Time[]>;
}

const rhythmFold: Fold<Recorded, TeamEvent & { readonly occurredAt: string }> = {
  initial: { roster: noRoster, dayEndsAt: midnight, entries: [], times: new Map() },
  evolve(before, event) {
    const roster = evolveRoster(before.roster, event);
    return {
      roster,
      dayEndsAt: event.type === "DayEndChanged" ? event.data.dayEndsAt : before.dayEndsAt,
      entries: evolvePromises(before.entries, event),
      times: roster === before.roster ? before.times : timesAfter(before, roster, event.occurredAt),
    };
  },
  isRemembered: true,
};

function timesAfter({ roster: before, times }: Recorded, after: Roster, at: string): Recorded["times"] {
  const changed = new Map(times);
  for (const uuid of after.members.keys())
    if (!before.members.has(uuid))
      changed.set(uuid, [...(times.get(uuid) ?? []), { joinedAt: at, leftAt: null }]);
  for (const uuid of before.members.keys())
    if (!after.members.has(uuid))
      changed.set(
        uuid,
        (times.get(uuid) ?? []).map((time) => ({ ...time, leftAt: time.leftAt ?? at })),
      );
  return changed;
}
