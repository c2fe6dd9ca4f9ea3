import { sql } from "kysely";
import { type Page, page } from "#contracts/endpoint";
import { limits } from "#contracts/limits";
import type { Solved } from "#contracts/my-solved/api";
import type { Provider } from "#contracts/problems";
import type { ReadModelsDatabase } from "./database.ts";
import { type Limit, prepared } from "./prepared.ts";

interface Params {
  readonly memberId: string;
  /** Null for all providers. */
  readonly provider: string | null;
}

/** spec/daily-use.md §5 call 9: problems of the caller's own articles, latest first. */
export async function readSolved(
  db: ReadModelsDatabase,
  params: Params & { page: number; size: number },
): Promise<Page<Solved>> {
  const [rows, [counted]] = await Promise.all([
    solvedBy(db, { ...params, offset: params.page * params.size }),
    countSolved(db, params),
  ]);
  const view = (row: (typeof rows)[number]): Solved => ({
    provider: row.provider as Provider,
    number: row.number,
    title: row.title || null,
    url: row.url,
    count: row.count,
    firstDate: row.first_date,
    lastDate: row.last_date,
    last: { teamId: row.team_id, articleId: row.article_id },
  });
  return page(rows.map(view), params, counted?.total ?? 0);
}

interface SolvedRow {
  readonly provider: string;
  readonly number: string;
  readonly title: string | null;
  readonly url: string | null;
  readonly count: number;
  readonly first_date: string;
  readonly last_date: string;
  readonly team_id: number;
  readonly article_id: number;
}

/**
 * The problems of the page are found first, and their articles are then counted. Title and url are those of the latest
 * problem in a current team that has the reference with a title, otherwise of any. They are found in one pass of the
 * calendars: a look-up per problem would search each calendar again, and a function call per day takes twice as long.
 */
const solvedBy = prepared((db, { memberId, provider, size, offset }: Params & Limit) => ({
  compile: () =>
    sql<SolvedRow>`
      WITH latest AS (
        SELECT provider, number FROM my_solved
        WHERE author_id = ${memberId}::uuid AND (${provider}::text IS NULL OR provider = ${provider}::text)
        GROUP BY provider, number
        ORDER BY max(date) DESC, max(article_id) DESC, provider, number
        LIMIT ${size} OFFSET ${offset}
      )
      , solved AS (
        SELECT provider, number, count(DISTINCT article_id) AS count, min(date) AS first_date, max(date) AS last_date,
          (array_agg(team_id ORDER BY date DESC, article_id DESC))[1] AS team_id,
          (array_agg(article_id ORDER BY date DESC, article_id DESC))[1] AS article_id
        FROM latest JOIN my_solved USING (provider, number)
        WHERE author_id = ${memberId}::uuid
        GROUP BY provider, number
      )
      , named AS (
        SELECT DISTINCT ON (provider, number) provider, number, problem->>'title' AS title, problem->>'url' AS url
        FROM (
          SELECT date, problems->slot AS problem
          FROM my_teams
          JOIN team_calendar ON team_calendar.team_id = my_teams.team_id
          CROSS JOIN (VALUES ${slots}) AS slots (slot)
          WHERE my_teams.member_id = ${memberId}::uuid
        ) AS posed
        JOIN latest ON provider = problem->>'provider' AND number = problem->>'number'
        ORDER BY provider, number, problem->>'title' = '', date DESC
      )
      SELECT solved.*, named.title, named.url
      FROM solved
      LEFT JOIN named USING (provider, number)
      ORDER BY solved.last_date DESC, solved.article_id DESC, solved.provider, solved.number`.compile(db),
}));

const slots = sql.join(Array.from({ length: limits.problems }, (_, slot) => sql`(${sql.lit(slot)})`));

/** The number of different problems. */
export const countSolved = prepared((db, { memberId, provider }: Params) => ({
  compile: () =>
    sql<{ total: number }>`
      SELECT count(DISTINCT (provider, number)) AS total FROM my_solved
      WHERE author_id = ${memberId}::uuid AND (${provider}::text IS NULL OR provider = ${provider}::text)`.compile(
      db,
    ),
}));
