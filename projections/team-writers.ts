import type { WritersOfDay } from "#contracts/article/api";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf, pictureOf } from "./people.ts";
import { position } from "./position.ts";
import { prepared } from "./prepared.ts";
import { keyedBy, patch, projection, type RowsOf, removeWhere, upsert } from "./projection.ts";
import { teamExists } from "./team-exists.ts";

/**
 * The members who wrote in a team on a day, without any text. A deleted article keeps its row, because it was still
 * written.
 */
export const teamWriters = projection({
  name: "team-writers",
  version: 1,
  table: {
    columns: {
      article_id: "bigint",
      team_id: "bigint",
      author_id: "uuid",
      date: "date",
      posted_at: "timestamptz",
      deleted_at: "timestamptz null",
      position: "text",
    },
    key: ["article_id"],
    indexes: ["(team_id, date)", "(author_id)"],
  },
  handlers: {
    // Without a key the author has withdrawn: see team-articles.
    ArticlePosted: ({ articleId, teamId, authorId, date }, event) =>
      event.sealed === null
        ? []
        : [
            upsert({
              article_id: articleId,
              team_id: teamId,
              author_id: authorId,
              date,
              posted_at: event.occurredAt,
              deleted_at: null,
              position: position(event),
            }),
          ],
    ArticleDeleted: ({ articleId }, { occurredAt }) => [
      patch({ article_id: articleId }, { deleted_at: occurredAt }),
    ],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
    MemberWithdrawn: ({ memberId }) => [removeWhere({ author_id: memberId })],
  },
  unopened: ["ArticlePosted"],
  touches: keyedBy("teamId", ["ArticlePosted", "ArticleDeleted", "TeamDeleted"]),
});

declare module "./database.ts" {
  interface ReadModels {
    team_writers: RowsOf<typeof teamWriters>;
  }
}

interface EarlierThan {
  readonly teamId: number;
  readonly date: string;
  readonly postedAt: string;
  readonly checkpoint: string;
}

/**
 * The writers of the articles of a date that were posted before one and existed when it was posted, that of the latest
 * first, each once.
 */
export async function readEarlierWriters(
  db: ReadModelsDatabase,
  { teamId, date, postedAt, checkpoint }: EarlierThan,
): Promise<string[]> {
  const rows = await earlierWriters(db, { teamId, date, postedAt, before: position({ checkpoint }) });
  return rows.map(({ author_id }) => author_id);
}

const earlierWriters = prepared(
  (db, { teamId, date, postedAt, before }: Omit<EarlierThan, "checkpoint"> & { before: string }) =>
    db
      .selectFrom("team_writers")
      .select("author_id")
      .where("team_id", "=", teamId)
      .where("date", "=", date)
      .where("position", "<", before)
      .where((eb) => eb.or([eb("deleted_at", "is", null), eb("deleted_at", ">", postedAt)]))
      .groupBy("author_id")
      .orderBy(({ fn }) => fn.max("position"), "desc"),
);

interface WritersOf {
  teamId: number;
  from: string;
  to: string;
  /** Number of members named per day. */
  members: number;
}

/** spec/daily-use.md §5 call 10: days with an article in ascending order; none for an unknown team. */
export async function readWriters(db: ReadModelsDatabase, params: WritersOf): Promise<WritersOfDay[]> {
  const days = new Map<string, WritersOfDay>();
  for (const row of await firstWriters(db, { ...params, rows: Math.max(1, params.members) })) {
    const day = days.get(row.date) ?? { date: row.date, count: row.count, members: [] };
    if (params.members > 0)
      day.members.push({ uuid: row.author_id, memberName: nameOf(row), imageUrl: pictureOf(row) });
    days.set(row.date, day);
  }
  return [...days.values()];
}

const firstWriters = prepared(
  (db, { teamId, from, to, rows }: Omit<WritersOf, "members"> & { rows: number }) =>
    db
      .with("writers", (cte) =>
        cte
          .selectFrom("team_writers")
          .select(["date", "author_id"])
          .select(({ fn }) => fn.min("position").as("position"))
          .where("team_id", "=", teamId)
          .where("date", ">=", from)
          .where("date", "<=", to)
          .where("deleted_at", "is", null)
          .where(teamExists(teamId))
          .groupBy(["date", "author_id"]),
      )
      .with("ranked", (cte) =>
        cte
          .selectFrom("writers")
          .select(["date", "author_id", "position"])
          .select(({ fn }) =>
            fn
              .countAll<number>()
              .over((over) => over.partitionBy("date"))
              .as("count"),
          )
          .select(({ fn }) =>
            fn
              .agg<number>("row_number")
              .over((over) => over.partitionBy("date").orderBy("position"))
              .as("rank"),
          ),
      )
      .selectFrom("ranked")
      .leftJoin("member_card", "member_card.uuid", "ranked.author_id")
      .select([
        "ranked.date",
        "ranked.author_id",
        "ranked.count",
        "member_card.name",
        "member_card.image_url",
      ])
      .where("ranked.rank", "<=", rows)
      .orderBy("ranked.date")
      .orderBy("ranked.rank"),
);

/** The articles of a team that exist of these dates, both included, and their authors. */
export async function readWritten(
  db: ReadModelsDatabase,
  of: { teamId: number; from: string; to: string },
): Promise<{ members: number; articles: number }> {
  const [row] = await written(db, of);
  return { members: row?.members ?? 0, articles: row?.articles ?? 0 };
}

const written = prepared((db, { teamId, from, to }: { teamId: number; from: string; to: string }) =>
  db
    .selectFrom("team_writers")
    .select(({ fn }) => [
      fn.countAll<number>().as("articles"),
      fn.count<number>("author_id").distinct().as("members"),
    ])
    .where("team_id", "=", teamId)
    .where("date", ">=", from)
    .where("date", "<=", to)
    .where("deleted_at", "is", null),
);
