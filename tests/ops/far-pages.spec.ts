import { afterAll, beforeAll, expect, it } from "vitest";
import { seoulDate } from "#contracts/dates";
import type { Articles } from "#projections/article-view";
import type { ReadModelsDatabase } from "#projections/database";
import { readMyApplications } from "#projections/my-applications-page";
import { readMyArticles } from "#projections/my-articles";
import { readSolved } from "#projections/my-solved-page";
import { readRecruitments } from "#projections/recruitment-board";
import { readSearchTexts } from "#projections/search-feed";
import { searchTeams } from "#projections/team-directory";
import { readToday } from "#projections/today";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { ops } from "../support/ops.ts";
import { workOf } from "../support/rows-read.ts";

let database: TestDatabase<never>;
let memberId: string;

beforeAll(async () => {
  database = await testDatabase<never>({ migrations: [] });
  await ops(database.url, "seed", "--grown", "--scale", "0.1");
  const { rows } = await database.pool.query<{ id: string }>(
    "SELECT member_id AS id FROM my_teams GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
  );
  memberId = rows[0]?.id as string;
}, 120_000);
afterAll(() => database.close());

/** Without texts: a reader then skips what it cannot decrypt. */
const sealed = (db: ReadModelsDatabase): Articles => ({
  db,
  decryptTexts: async (rows) => rows.map(() => undefined),
  now: () => new Date(),
});
const work = (read: (db: ReadModelsDatabase) => Promise<unknown>) => workOf(database, read);

it("joins texts and writers to the rows of a far page alone", async () => {
  const board = await work((db) => readRecruitments(db, { status: "all", page: 50, size: 5 }));
  expect(board.rows).toMatchObject({ recruitment_detail: 5, member_card: 5 });
  const mine = await work((db) => readMyArticles(sealed(db), { teamId: 1, memberId, page: 10, size: 6 }));
  expect(mine.rows).toMatchObject({ team_articles: 12, member_card: 6 });
  const applications = await work((db) => readMyApplications(db, { memberId, page: 2, size: 1 }));
  expect(applications.rows["recruitment_detail"]).toBe(1);
});

it("finds the titles of solved problems in one pass of the calendars", async () => {
  const solved = await work((db) => readSolved(db, { memberId, provider: null, page: 0, size: 50 }));
  expect(solved.scans["team_calendar"]).toBeLessThanOrEqual(30);
  expect(solved.scans["jsonb_array_elements"]).toBeUndefined();
});

it("finds the newest texts of each team instead of sorting those of a year", async () => {
  const { rows } = await database.pool.query<{ all: number }>(
    `SELECT count(*)::int AS all FROM search_changes
     WHERE team_id IN (SELECT team_id FROM my_teams WHERE member_id = $1)`,
    [memberId],
  );
  const texts = await work((db) => readSearchTexts(sealed(db), { memberId, limit: 10, from: "2000-01-01" }));
  expect(texts.rows["search_changes"]).toBeLessThan((rows[0]?.all ?? 0) / 2);
  expect(texts.scans["search_changes"]).toBeLessThanOrEqual(30);
});

it("sorts no directory of teams", async () => {
  const { rows } = await database.pool.query<{ teams: number }>(
    "SELECT count(*)::int AS teams FROM team_directory",
  );
  const teams = rows[0]?.teams ?? 0;
  for (const sort of ["recent", "name", "members"]) {
    const found = await work((db) => searchTeams(db, { keyword: "", sort, page: 0, size: 6, members: 50 }));
    expect(found.sorted, sort).toBeLessThan(teams);
  }
});

it("reads the texts of the newest articles alone, and first steps of young teams alone", async () => {
  const now = new Date();
  const since = new Date(now.getTime() - 13 * 86_400_000);
  const today = await work((db) => readToday(sealed(db), { memberId, since }));
  const { rows } = await database.pool.query<{ mine: number; today: number; all: number }>(
    `SELECT count(*) FILTER (WHERE author_id = $1 AND date = $2)::int AS mine,
       count(*) FILTER (WHERE date = $2)::int AS today, count(*)::int AS all
     FROM team_writers
     WHERE date >= $2::date - 13 AND team_id IN (SELECT team_id FROM my_teams WHERE member_id = $1)`,
    [memberId, seoulDate(now)],
  );
  const { mine = 0, today: ofDay = 0, all = 0 } = rows[0] ?? {};
  expect(today.rows["team_articles"]).toBeLessThanOrEqual(mine + 30);
  expect(today.rows["team_writers"]).toBeLessThanOrEqual(all + 2 * ofDay);
});
