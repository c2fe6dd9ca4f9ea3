import { sql } from "kysely";
import { dayEnds, midnight, studyDay, studyDayBegin } from "#contracts/dates";
import type { DataOf } from "#contracts/endpoint";
import type { getProblemQueue, ProblemEntry } from "#contracts/problem-queue/api";
import { daysOfEntries, isPostingDay, type PostingDays } from "#contracts/problem-queue/days";
import type { Problem } from "#contracts/problems";
import type { Rhythm } from "#contracts/rhythm/api";
import type { Category } from "#contracts/subject/api";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { keyedBy, patch, projection, type RowsOf, remove, removeWhere, upsert } from "./projection.ts";
import { readPromises } from "./promises.ts";

/** The problems that wait for their day (spec/rhythm.md rules 9–10). */
export const problemQueue = projection({
  name: "problem-queue",
  version: 1,
  table: {
    columns: {
      team_id: "bigint",
      entry_id: "bigint",
      /** Entries of a team are in its order. A new one has its id, which is higher than every place of others. */
      place: "bigint",
      title: "text",
      category: "text",
      problems: "jsonb",
      body: "text null",
      proposed_by: "uuid",
      /** Both are null while it is a proposal. */
      accepted_by: "uuid null",
      accepted_at: "timestamptz null",
    },
    key: ["team_id", "entry_id"],
    indexes: ["(proposed_by)"],
  },
  handlers: {
    ProblemProposed: (entry, { occurredAt }) => [
      upsert({
        team_id: entry.teamId,
        entry_id: entry.entryId,
        place: entry.entryId,
        title: entry.title,
        category: entry.category,
        problems: entry.problems,
        body: entry.body,
        proposed_by: entry.proposedBy,
        accepted_by: entry.accepted ? entry.proposedBy : null,
        accepted_at: entry.accepted ? occurredAt : null,
      }),
    ],
    ProblemAccepted: ({ teamId, entryId, acceptedBy }, { occurredAt }) => [
      patch({ team_id: teamId, entry_id: entryId }, { accepted_by: acceptedBy, accepted_at: occurredAt }),
    ],
    ProblemEntryEdited: ({ teamId, entryId, title, category, problems, body }) => [
      patch({ team_id: teamId, entry_id: entryId }, { title, category, problems, body }),
    ],
    ProblemEntryMoved: ({ teamId, order }) =>
      order.map((entryId, index) => patch({ team_id: teamId, entry_id: entryId }, { place: index + 1 })),
    ProblemEntryRemoved: ({ teamId, entryId }) => [remove({ team_id: teamId, entry_id: entryId })],
    ProblemEntryPosted: ({ teamId, entryId }) => [remove({ team_id: teamId, entry_id: entryId })],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
  },
  // Entries are shown with the days on which they will appear.
  touches: keyedBy("teamId", [
    "ProblemProposed",
    "ProblemAccepted",
    "ProblemEntryEdited",
    "ProblemEntryMoved",
    "ProblemEntryRemoved",
    "ProblemEntryPosted",
    "AutoPostingChanged",
    "DayEndChanged",
    "PromiseSet",
    "PromiseWithdrawn",
    "PromiseEnded",
    "SubjectPosted",
    "SubjectDeleted",
    "TeamDeleted",
  ]),
});

declare module "./database.ts" {
  interface ReadModels {
    problem_queue: RowsOf<typeof problemQueue>;
  }
}

interface OfTeam {
  readonly teamId: number;
  readonly now: Date;
}

/** The queue of a team in its order; undefined for an unknown team. */
export async function readProblemQueue(
  db: ReadModelsDatabase,
  { teamId, now }: OfTeam,
): Promise<DataOf<typeof getProblemQueue> | undefined> {
  const [team] = await teamOf(db, { teamId });
  if (!team) return undefined;
  const rows = await entriesOf(db, { teamId, entryId: null });
  const days = await daysIn(db, { ...team, teamId, now }, rows);
  return { autoPosting: team.auto_posting, entries: rows.map((row) => entryView(row, days)) };
}

/** What `GET rhythm` says of the queue. The texts of all entries together may be long: only those of the next are read. */
export async function queueSummary(
  db: ReadModelsDatabase,
  teamId: number,
  now: Date,
): Promise<Rhythm["queue"]> {
  const [[team], accepted] = await Promise.all([teamOf(db, { teamId }), acceptedIn(db, { teamId })]);
  const [first] = accepted;
  if (!team || !first) return { next: null, length: 0 };
  const [[next], days] = await Promise.all([
    entriesOf(db, { teamId, entryId: first.entry_id }),
    daysIn(db, { ...team, teamId, now }, accepted),
  ]);
  return { next: next ? entryView(next, days) : null, length: accepted.length };
}

const entryView = (
  row: Awaited<ReturnType<typeof entriesOf>>[number],
  days: ReadonlyMap<number, string> | undefined,
): ProblemEntry => ({
  entryId: row.entry_id,
  title: row.title,
  category: row.category as Category,
  problems: row.problems as Problem[],
  body: row.body,
  proposedBy: { uuid: row.proposed_by, memberName: nameOf(row), imageUrl: pictureOf(row) },
  accepted: row.accepted_at !== null,
  date: days?.get(row.entry_id) ?? null,
});

type Place = { readonly entry_id: number; readonly accepted_at: string | null };

/** The days of entries, given in their order; undefined while automatic posting is off. */
const daysIn = async (
  db: ReadModelsDatabase,
  team: OfTeam & { readonly auto_posting: boolean; readonly day_ends_at: string },
  rows: readonly Place[],
) => (team.auto_posting ? daysOfEntries(await postingDaysOf(db, team), acceptedOf(rows)) : undefined);

const acceptedOf = (rows: readonly Place[]) =>
  rows.flatMap(({ entry_id, accepted_at }) =>
    accepted_at === null ? [] : [{ entryId: entry_id, acceptedAt: new Date(accepted_at) }],
  );

const teamOf = prepared((db, { teamId }: { teamId: number }) =>
  db.selectFrom("team_page").select(["auto_posting", "day_ends_at"]).where("team_id", "=", teamId),
);

/** One entry, or all if `entryId` is null. */
const entriesOf = prepared((db, { teamId, entryId }: { teamId: number; entryId: number | null }) =>
  db
    .selectFrom("problem_queue")
    .leftJoin("member_card", "member_card.uuid", "problem_queue.proposed_by")
    .select([
      "problem_queue.entry_id",
      "problem_queue.title",
      "problem_queue.category",
      "problem_queue.problems",
      "problem_queue.body",
      "problem_queue.proposed_by",
      "problem_queue.accepted_at",
      "member_card.name",
      "member_card.image_url",
    ])
    .where("problem_queue.team_id", "=", teamId)
    .where(sql<boolean>`(${entryId}::bigint IS NULL OR problem_queue.entry_id = ${entryId}::bigint)`)
    .orderBy("problem_queue.place"),
);

const acceptedIn = prepared((db, { teamId }: { teamId: number }) =>
  db
    .selectFrom("problem_queue")
    .select(["entry_id", "accepted_at"])
    .where("team_id", "=", teamId)
    .where("accepted_at", "is not", null)
    .orderBy("place"),
);

async function postingDaysOf(
  db: ReadModelsDatabase,
  { teamId, now, day_ends_at: dayEndsAt }: OfTeam & { readonly day_ends_at: string },
): Promise<PostingDays> {
  const today = studyDay(now, dayEndsAt);
  const todayBegan = studyDayBegin(today, dayEndsAt);
  const [taken, promises] = await Promise.all([
    daysWithProblem(db, { teamId, today, began: studyDayBegin(today, midnight).toISOString() }),
    readPromises(db, [teamId]),
  ]);
  return {
    promises: promises.get(teamId) ?? [],
    today,
    todayBegan,
    taken: new Set(taken.map(({ date }) => date)),
  };
}

interface OfDay {
  readonly teamId: number;
  readonly today: string;
  readonly began: string;
}

const daysWithProblem = prepared((db, { teamId, today, began }: OfDay) =>
  db
    .selectFrom("team_calendar")
    .select("date")
    .where("team_id", "=", teamId)
    .where("date", ">=", today)
    .union(
      db
        .selectFrom("removed_problems")
        .select("date")
        .where("team_id", "=", teamId)
        .where("date", "=", today)
        .where("removed_at", ">=", began),
    ),
);

/** A team whose day has no problem and whose queue has an entry for it. */
export interface DueTeam {
  readonly teamId: number;
  readonly day: string;
  /** When the day began. */
  readonly began: Date;
}

/** The read models that `readTeamsWithoutProblem` reads. */
export const postingReadModels = [
  "problem-queue",
  "team-page",
  "team-calendar",
  "removed-problems",
  "promises",
];

/** The teams whose problem of the day is to be posted from their queues (spec/rhythm.md rule 10). */
export async function readTeamsWithoutProblem(db: ReadModelsDatabase, now: Date): Promise<DueTeam[]> {
  const days = dayEnds.map((dayEndsAt) => {
    const day = studyDay(now, dayEndsAt);
    return { dayEndsAt, day, began: studyDayBegin(day, dayEndsAt) };
  });
  const rows = await teamsWithoutProblem(db, {
    ends: days.map(({ dayEndsAt }) => dayEndsAt),
    days: days.map(({ day }) => day),
    begins: days.map(({ began }) => began.toISOString()),
  });
  const promises = await readPromises(
    db,
    rows.map(({ team_id }) => team_id),
  );
  return rows
    .filter(({ team_id, day }) => isPostingDay(promises.get(team_id) ?? [], day))
    .map(({ team_id, day, began }) => ({ teamId: team_id, day, began: new Date(began) }));
}

interface Days {
  readonly ends: readonly string[];
  readonly days: readonly string[];
  readonly begins: readonly string[];
}

const teamsWithoutProblem = prepared((db, { ends, days, begins }: Days) =>
  db
    .selectFrom("team_page")
    .innerJoin(
      sql<{
        ends_at: string;
        day: string;
        began: string;
      }>`unnest(${ends}::text[], ${days}::date[], ${begins}::timestamptz[])`.as<"today">(
        sql`today (ends_at, day, began)`,
      ),
      (join) => join.onRef("today.ends_at", "=", "team_page.day_ends_at"),
    )
    .select(["team_page.team_id", "today.day", "today.began"])
    .where("team_page.auto_posting", "=", sql.lit(true))
    .where(sql<boolean>`EXISTS (
      SELECT FROM problem_queue AS entry
      WHERE entry.team_id = team_page.team_id AND entry.accepted_at < today.began)`)
    .where(sql<boolean>`NOT EXISTS (
      SELECT FROM team_calendar AS subject
      WHERE subject.team_id = team_page.team_id AND subject.date = today.day)`)
    .where(sql<boolean>`NOT EXISTS (
      SELECT FROM removed_problems AS removed
      WHERE removed.team_id = team_page.team_id AND removed.date = today.day
        AND removed.removed_at >= today.day::timestamp AT TIME ZONE 'Asia/Seoul')`),
);
