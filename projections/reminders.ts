import { sql } from "kysely";
import { dayEnds, daysAfter, daysBefore, seoulDate, studyDay } from "#contracts/dates";
import type { InboxSettings } from "#contracts/inbox/settings";
import { isReminded, mondayOf, weekdayOf } from "#contracts/rhythm/days";
import { reminderAt } from "#contracts/rhythm/reminder";
import type { ReadModelsDatabase } from "./database.ts";
import { prepared } from "./prepared.ts";
import { readTeamRhythms, type TeamRhythm } from "./rhythm-page.ts";

/** The read models that `readDueReminders` queries. */
export const reminderReadModels = [
  "promises",
  "attendance",
  "team-page",
  "team-members",
  "team-writers",
  "role-history",
  "inbox",
  "inbox-settings",
];

export interface Reminder {
  readonly teamId: number;
  readonly memberId: string;
  /** The team's present day. */
  readonly day: string;
  readonly dueAt: Date;
}

/** How many teams are read at once. */
const teamsAtOnce = 500;

/** The members to be reminded now, who have not been reminded of their team's present day (spec/rhythm.md rule 8). */
export async function readDueReminders(db: ReadModelsDatabase, now: Date): Promise<Reminder[]> {
  const rows = await unreminded(db, { ends: factsByEnd(now) });
  const rowsBy = new Map<number, typeof rows>();
  for (const row of rows) rowsBy.set(row.team_id, [...(rowsBy.get(row.team_id) ?? []), row]);
  const teamIds = [...rowsBy.keys()];
  const due: Reminder[] = [];
  for (let from = 0; from < teamIds.length; from += teamsAtOnce) {
    const teams = await teamsOf(db, teamIds.slice(from, from + teamsAtOnce), now);
    for (const team of teams) due.push(...dueOf(team, rowsBy.get(team.teamId) ?? [], now));
  }
  return due;
}

/** With the weeks of the days that it is for teams now. */
const teamsOf = (db: ReadModelsDatabase, teamIds: readonly number[], now: Date) =>
  readTeamRhythms(db, {
    teamIds,
    from: mondayOf(daysBefore(seoulDate(now), 1)),
    to: daysAfter(mondayOf(seoulDate(now)), 6),
    memberId: null,
    now,
  });

function dueOf(team: TeamRhythm, rows: readonly Unreminded[], now: Date): Reminder[] {
  const { teamId, today: day, dayEndsAt } = team;
  const members = new Map(team.members.map((member) => [member.member.uuid, member]));
  return rows.flatMap(({ member_id: memberId, quiet }) => {
    const member = members.get(memberId);
    const dueAt = reminderAt(day, dayEndsAt, quiet as InboxSettings["quiet"]);
    const isDue = member && dueAt && dueAt <= now && isReminded(team, member, day);
    return isDue ? [{ teamId, memberId, day, dueAt }] : [];
  });
}

const quietTimes = Array.from({ length: 48 }, (_, index) => {
  const hours = String(Math.floor(index / 2)).padStart(2, "0");
  return `${hours}:${index % 2 === 0 ? "00" : "30"}`;
});
const halfHourMs = 1_800_000;

/**
 * By the end of the day: the team's day, its weekday, how many days of its week are left, and the beginnings of quiet hours
 * before which members have been due by now.
 */
function factsByEnd(now: Date): string {
  const facts = dayEnds.map((dayEndsAt) => {
    const day = studyDay(now, dayEndsAt);
    const weekday = weekdayOf(day);
    const left =
      (Date.parse(mondayOf(day)) + 7 * 24 * 2 * halfHourMs - Date.parse(day)) / (24 * 2 * halfHourMs);
    const off = { enabled: false, from: "00:00", until: "00:30" };
    const isLate = (reminderAt(day, dayEndsAt, off) ?? now) <= now;
    const isEarly = (from: string) =>
      quietTimes.some((until) => {
        const at = until === from ? undefined : reminderAt(day, dayEndsAt, { enabled: true, from, until });
        return at !== undefined && at <= now;
      });
    return [dayEndsAt, { day, weekday, left, isLate, early: quietTimes.filter(isEarly) }] as const;
  });
  return JSON.stringify(Object.fromEntries(facts));
}

type Unreminded = Awaited<ReturnType<typeof unreminded>>[number];

/**
 * Present members of teams with a promise for this day who neither wrote, rest nor were reminded. With `perWeek` only those
 * whose written days leave no day to spare; `isReminded` decides.
 */
const unreminded = prepared((db, { ends }: { ends: string }) => ({
  compile: () =>
    sql<{ team_id: number; member_id: string; quiet: unknown }>`
      SELECT team_page.team_id, team_members.member_id, settings.quiet
      FROM (SELECT DISTINCT team_id FROM promises) AS promised
      JOIN team_page ON team_page.team_id = promised.team_id
      CROSS JOIN LATERAL (
        SELECT facts, (facts ->> 'day')::date AS day
        FROM (SELECT ${ends}::jsonb -> team_page.day_ends_at AS facts) AS by_end
      ) AS today
      JOIN LATERAL (
        SELECT weekdays, per_week, rests_per_month FROM promises
        WHERE promises.team_id = team_page.team_id AND promises.starts_on <= today.day
        ORDER BY promises.starts_on DESC LIMIT 1
      ) AS promise ON promise.rests_per_month IS NOT NULL
        AND (promise.weekdays IS NULL OR promise.weekdays ? (facts ->> 'weekday'))
        AND (promise.per_week IS NULL OR promise.per_week >= (facts ->> 'left')::integer)
      JOIN team_members ON team_members.team_id = team_page.team_id
      JOIN inbox_settings AS settings ON settings.member_id = team_members.member_id
      WHERE ((facts ->> 'isLate')::boolean OR facts -> 'early' ? (settings.quiet ->> 'from'))
        AND coalesce((settings.kinds -> 'WRITE_REMINDER' ->> 'inbox')::boolean, true)
        AND NOT EXISTS (
          SELECT FROM team_writers AS written
          WHERE written.team_id = team_page.team_id AND written.date = today.day
            AND written.author_id = team_members.member_id AND written.deleted_at IS NULL)
        AND NOT EXISTS (
          SELECT FROM attendance
          WHERE attendance.team_id = team_page.team_id AND attendance.member_id = team_members.member_id
            AND attendance.date = today.day)
        AND NOT EXISTS (
          SELECT FROM inbox
          WHERE inbox.member_id = team_members.member_id AND inbox.team_id = team_page.team_id
            AND inbox.kind = 'WRITE_REMINDER' AND inbox.day = today.day)`.compile(db),
}));

const daysOf = prepared((db, { teamId, memberId, from, to }: WrittenDays) =>
  db
    .selectFrom("team_writers")
    .select("date")
    .distinct()
    .where("team_id", "=", teamId)
    .where("author_id", "=", memberId)
    .where("date", ">=", from)
    .where("date", "<=", to)
    .where("deleted_at", "is", null),
);

interface WrittenDays {
  readonly teamId: number;
  readonly memberId: string;
  readonly from: string;
  readonly to: string;
}

/** The days on which a member has an article in a team. */
export async function readWrittenDays(db: ReadModelsDatabase, asked: WrittenDays): Promise<Set<string>> {
  return new Set((await daysOf(db, asked)).map(({ date }) => date));
}
