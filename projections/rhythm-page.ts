import { sql } from "kysely";
import type { MemberRef } from "#contracts/article/api";
import {
  daysAfter,
  daysBefore,
  monthBounds,
  seoulDate,
  seoulIsoWithOffset,
  studyDay,
  studyDayEnd,
} from "#contracts/dates";
import type { Attendance, Rhythm } from "#contracts/rhythm/api";
import {
  type DayState,
  dayState,
  daysOfMonth,
  type MemberDays,
  type Membership,
  mondayOf,
  monthSum,
  pendingPromise,
  promiseOn,
  restsLeft,
  type TeamDays,
  type TeamPromise,
  weekSum,
} from "#contracts/rhythm/days";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { queueSummary } from "./problem-queue.ts";
import { readPromises } from "./promises.ts";

/** Days of a member between two days; memberships are whole. */
interface MemberRhythm extends MemberDays {
  readonly member: MemberRef;
  /** Sealed reasons by excused day. */
  readonly reasons: ReadonlyMap<string, string | null>;
}

export interface TeamRhythm extends TeamDays {
  readonly teamId: number;
  readonly dayEndsAt: string;
  /** Sealed with the server's key; null if no Discord is linked. */
  readonly discordAddress: string | null;
  /** Present ones in the order of joining. */
  readonly members: readonly MemberRhythm[];
}

interface Asked {
  readonly teamIds: readonly number[];
  /** The days of which articles, rests and excuses are read. */
  readonly from: string;
  readonly to: string;
  /** The only member to read; null for all. */
  readonly memberId: string | null;
  readonly now: Date;
}

/** What is recorded of teams and their present members; unknown teams are left out. */
export async function readTeamRhythms(db: ReadModelsDatabase, asked: Asked): Promise<TeamRhythm[]> {
  const { now } = asked;
  const [teams, promises, members, changes, written, marked] = await Promise.all([
    teamsBy(db, asked),
    readPromises(db, asked.teamIds),
    membersOf(db, asked),
    changesOf(db, asked),
    writtenIn(db, asked),
    markedIn(db, asked),
  ]);
  const membersBy = grouped(members, (row) => row.team_id);
  const changesBy = grouped(changes, keyOf);
  const writtenBy = grouped(written, keyOf);
  const markedBy = grouped(marked, keyOf);
  return teams.map(({ team_id: teamId, day_ends_at: dayEndsAt, discord_address: discordAddress }) => ({
    teamId,
    dayEndsAt,
    discordAddress,
    today: studyDay(now, dayEndsAt),
    promises: promises.get(teamId) ?? [],
    members: (membersBy.get(teamId) ?? []).map((row) => {
      const key = keyOf(row);
      const marks = markedBy.get(key) ?? [];
      const excuses = marks.filter(({ kind }) => kind === "excuse");
      return {
        member: { uuid: row.member_id, memberName: nameOf(row), imageUrl: pictureOf(row) },
        memberships: membershipsOf(changesBy.get(key) ?? [], dayEndsAt),
        wrote: new Set((writtenBy.get(key) ?? []).map(({ date }) => date)),
        rests: new Set(marks.filter(({ kind }) => kind === "rest").map(({ date }) => date)),
        excused: new Set(excuses.map(({ date }) => date)),
        reasons: new Map(excuses.map(({ date, sealed }) => [date, sealed])),
      };
    }),
  }));
}

/** Without `Map.groupBy`, which Node 20 lacks. */
function grouped<Row, Key>(rows: readonly Row[], keyOfRow: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOfRow(row));
    if (group) group.push(row);
    else groups.set(keyOfRow(row), [row]);
  }
  return groups;
}

const keyOf = ({ team_id, member_id }: { team_id: number; member_id: string }) => `${team_id} ${member_id}`;

const among = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;
/** Of the one member, or of all if that is null. */
const isAsked = (column: string, memberId: string | null) =>
  sql<boolean>`(${memberId}::uuid IS NULL OR ${sql.ref(column)} = ${memberId}::uuid)`;

const teamsBy = prepared((db, { teamIds }: Asked) =>
  db
    .selectFrom("team_page")
    .select(["team_id", "day_ends_at", "discord_address"])
    .where(among("team_id", teamIds)),
);

const membersOf = prepared((db, { teamIds, memberId }: Asked) =>
  db
    .selectFrom("team_members")
    .leftJoin("member_card", "member_card.uuid", "team_members.member_id")
    .select(["team_members.team_id", "team_members.member_id", "member_card.name", "member_card.image_url"])
    .where(among("team_members.team_id", teamIds))
    .where(isAsked("team_members.member_id", memberId))
    .orderBy("team_members.joined_position"),
);

/** When present members joined, and left before. */
const changesOf = prepared((db, { teamIds, memberId }: Asked) =>
  db
    .selectFrom("role_history")
    .innerJoin("team_members", (join) =>
      join
        .onRef("team_members.team_id", "=", "role_history.team_id")
        .onRef("team_members.member_id", "=", "role_history.target_id"),
    )
    .select(["role_history.team_id", "role_history.target_id as member_id", "occurred_at"])
    .select((eb) => eb("after", "is not", null).as("is_joining"))
    .where(among("role_history.team_id", teamIds))
    .where(isAsked("role_history.target_id", memberId))
    .where((eb) => eb.or([eb("before", "is", null), eb("after", "is", null)]))
    .orderBy("role_history.position"),
);

function membershipsOf(
  changes: readonly { readonly occurred_at: string; readonly is_joining: unknown }[],
  dayEndsAt: string,
): Membership[] {
  const memberships: Membership[] = [];
  for (const { occurred_at, is_joining } of changes) {
    const day = studyDay(new Date(occurred_at), dayEndsAt);
    const open = memberships.at(-1);
    if (is_joining) memberships.push({ joined: day, left: null });
    else if (open) memberships[memberships.length - 1] = { ...open, left: day };
  }
  return memberships;
}

/** The days on which members have an article that still exists. */
const writtenIn = prepared((db, { teamIds, memberId, from, to }: Asked) =>
  db
    .selectFrom("team_writers")
    .select(["team_id", "author_id as member_id", "date"])
    .distinct()
    .where(among("team_id", teamIds))
    .where(isAsked("author_id", memberId))
    .where("date", ">=", from)
    .where("date", "<=", to)
    .where("deleted_at", "is", null),
);

const markedIn = prepared((db, { teamIds, memberId, from, to }: Asked) =>
  db
    .selectFrom("attendance")
    .select(["team_id", "member_id", "date", "kind", "sealed"])
    .where(among("team_id", teamIds))
    .where(isAsked("member_id", memberId))
    .where("date", ">=", from)
    .where("date", "<=", to),
);

interface Reader {
  readonly teamId: number;
  readonly memberId: string;
  readonly manages: boolean;
}

interface Reading {
  readonly db: ReadModelsDatabase;
  readonly now: () => Date;
}

/** The first instant after the present day of a team. */
const endOf = ({ today, dayEndsAt }: Pick<TeamRhythm, "today" | "dayEndsAt">) =>
  seoulIsoWithOffset(studyDayEnd(today, dayEndsAt));

/** spec/rhythm.md §4 `getRhythm` for a member of the team; undefined if it has been deleted or left meanwhile. */
export async function readRhythm(
  {
    db,
    now: clock,
    discordOf,
  }: Reading & { readonly discordOf: (sealed: string | null) => NonNullable<Rhythm["discord"]> },
  { teamId, memberId, manages }: Reader,
): Promise<Rhythm | undefined> {
  const now = clock();
  const date = seoulDate(now);
  // A team's day may be the day before. Its rests count by month.
  const earliest = daysBefore(date, 1);
  const from = [mondayOf(earliest), `${earliest.slice(0, 7)}-01`].sort()[0] as string;
  const to = [daysAfter(mondayOf(date), 6), lastOfMonth(date)].sort()[1] as string;
  const [[team], queue] = await Promise.all([
    readTeamRhythms(db, { teamIds: [teamId], from, to, memberId, now }),
    queueSummary(db, teamId, now),
  ]);
  const [member] = team?.members ?? [];
  if (!team || !member) return undefined;
  const { today, dayEndsAt, promises, discordAddress } = team;
  const { from: monday, wrote, needed } = weekSum(team, member, today);
  return {
    dayEndsAt,
    promise: promiseView(promiseOn(promises, today)),
    pending: promiseView(pendingPromise(team)),
    today: { date: today, endsAt: endOf(team), state: dayState(team, member, today) },
    week: { from: monday, wrote, needed },
    restsLeft: restsLeft(promises, member, today),
    queue,
    discord: manages ? discordOf(discordAddress) : null,
  };
}

const lastOfMonth = (date: string) => {
  const [year, month] = date.split("-").map(Number) as [number, number];
  return monthBounds(year, month).last;
};

const promiseView = (promise: TeamPromise | undefined): Rhythm["promise"] =>
  promise ? { ...promise, weekdays: promise.weekdays && [...promise.weekdays] } : null;

/** Decrypt reasons in their order; undefined where the key of the excused member has been destroyed. */
export type OpenReasons = (
  rows: readonly { readonly author_id: string; readonly sealed: string | null }[],
) => Promise<readonly ({ readonly reason: string | null } | undefined)[]>;

/** spec/rhythm.md §4 `getAttendance`, `yyyy-MM`; undefined for an unknown team. */
export async function readAttendance(
  { db, now: clock, openReasons }: Reading & { readonly openReasons: OpenReasons },
  { teamId, memberId, manages, month }: Reader & { readonly month: string },
): Promise<Attendance | undefined> {
  const days = daysOfMonth(month);
  const first = days[0] as string;
  const to = days.at(-1) as string;
  const [team] = await readTeamRhythms(db, {
    teamIds: [teamId],
    // Its first week counts in this month if its Sunday does.
    from: mondayOf(first),
    to,
    memberId: null,
    now: clock(),
  });
  if (!team) return undefined;
  const sums = team.members.map((member) => ({ member, sum: monthSum(team, member, month) }));
  const shown = sums.flatMap(({ member, sum }) =>
    days
      .filter((_, index) => sum.states[index] === "excused")
      .filter(() => manages || member.member.uuid === memberId)
      .map((day) => ({ author_id: member.member.uuid, sealed: member.reasons.get(day) ?? null, day })),
  );
  const opened = await openReasons(shown);
  const reasons = new Map(
    shown.map(({ author_id, day }, index) => [`${author_id} ${day}`, opened[index]?.reason ?? null]),
  );
  return {
    days,
    members: sums.map(({ member: { member }, sum: { states, wrote, missed, rests } }) => ({
      member,
      states: states.map((state, index) => ({
        state,
        reason: reasons.get(`${member.uuid} ${days[index]}`) ?? null,
      })),
      wrote,
      missed,
      rests,
    })),
  };
}

/** A member's present day in each of their teams that has a promise in force. */
export async function readOwnDays(
  db: ReadModelsDatabase,
  { memberId, teamIds, now }: Pick<Asked, "teamIds" | "now"> & { readonly memberId: string },
): Promise<ReadonlyMap<number, { state: DayState; endsAt: string }>> {
  const promised = await readPromises(db, teamIds);
  if (promised.size === 0) return new Map();
  const to = seoulDate(now);
  const days = { from: daysBefore(to, 1), to };
  const teams = await readTeamRhythms(db, { teamIds: [...promised.keys()], ...days, memberId, now });
  return new Map(
    teams.flatMap((team) => {
      const [member] = team.members;
      if (!member || !promiseOn(team.promises, team.today)) return [];
      return [[team.teamId, { state: dayState(team, member, team.today), endsAt: endOf(team) }] as const];
    }),
  );
}
