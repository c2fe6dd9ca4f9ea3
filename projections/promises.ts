import { sql } from "kysely";
import { daysAfter } from "#contracts/dates";
import { type PromiseEntry, promisesOf, type TeamPromise, type Weekday } from "#contracts/rhythm/days";
import type { ReadModelsDatabase } from "./database.ts";
import { prepared } from "./prepared.ts";
import { keyedBy, projection, type RowsOf, remove, removeWhere, upsert } from "./projection.ts";

/** From which Mondays on which promise of a team counts; a row without `rests_per_month` says that none does. */
export const promises = projection({
  name: "promises",
  view: "rhythm",
  version: 1,
  table: {
    columns: {
      team_id: "bigint",
      starts_on: "date",
      weekdays: "jsonb null",
      per_week: "integer null",
      rests_per_month: "integer null",
    },
    key: ["team_id", "starts_on"],
    indexes: [],
  },
  handlers: {
    PromiseSet: ({ teamId, startsOn, weekdays, perWeek, restsPerMonth }) => [
      upsert({
        team_id: teamId,
        starts_on: startsOn,
        weekdays,
        per_week: perWeek,
        rests_per_month: restsPerMonth,
      }),
    ],
    PromiseWithdrawn: ({ teamId, startsOn }) => [remove({ team_id: teamId, starts_on: startsOn })],
    // Replaces one that waits.
    PromiseEnded: ({ teamId, lastDay }) => [
      upsert({
        team_id: teamId,
        starts_on: daysAfter(lastDay, 1),
        weekdays: null,
        per_week: null,
        rests_per_month: null,
      }),
    ],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
  },
  // With everything that the view shows and no other read model tells; the end of the day, Discord and the queue included.
  // Browsers watch `team-writers` and `team-page` as well, for articles and members.
  touches: keyedBy("teamId", [
    "PromiseSet",
    "PromiseWithdrawn",
    "PromiseEnded",
    "DayEndChanged",
    "DiscordLinked",
    "DiscordUnlinked",
    "ProblemProposed",
    "ProblemAccepted",
    "ProblemEntryEdited",
    "ProblemEntryMoved",
    "ProblemEntryRemoved",
    "ProblemEntryPosted",
    "AutoPostingChanged",
    "SubjectPosted",
    "SubjectDeleted",
    "TeamDeleted",
  ]),
});

declare module "./database.ts" {
  interface ReadModels {
    promises: RowsOf<typeof promises>;
  }
}

/** The promises of teams, oldest first, by team; teams that never had one are left out. */
export async function readPromises(
  db: ReadModelsDatabase,
  teamIds: readonly number[],
): Promise<ReadonlyMap<number, readonly TeamPromise[]>> {
  const rows = await entriesOf(db, { teamIds });
  const entries = new Map<number, PromiseEntry[]>();
  for (const row of rows) entries.set(row.team_id, [...(entries.get(row.team_id) ?? []), entryOf(row)]);
  return new Map([...entries].map(([teamId, all]) => [teamId, promisesOf(all)]));
}

const entriesOf = prepared((db, { teamIds }: { teamIds: readonly number[] }) =>
  db
    .selectFrom("promises")
    .selectAll()
    .where(sql<boolean>`team_id = any(${teamIds}::bigint[])`)
    .orderBy("team_id")
    .orderBy("starts_on"),
);

const entryOf = (row: Awaited<ReturnType<typeof entriesOf>>[number]): PromiseEntry => ({
  startsOn: row.starts_on,
  terms:
    row.rests_per_month === null
      ? null
      : {
          weekdays: row.weekdays as Weekday[] | null,
          perWeek: row.per_week,
          restsPerMonth: row.rests_per_month,
        },
});
