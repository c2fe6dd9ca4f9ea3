import { expect, it } from "vitest";
import { readModelRows } from "#projections/projector/checkpoints";
import { emptyDatabase, ops } from "../support/ops.ts";

it("seeds a grown database of the requested scale, whose read models are complete and correct", async () => {
  const database = await emptyDatabase();
  const { lines } = await ops(database.url, "seed", "--grown", "--scale", "0.02");
  const { rows } = await database.pool.query<Record<string, unknown>>(`
    SELECT (SELECT count(*)::int FROM events) AS events,
      (SELECT count(*)::int FROM team_members WHERE team_id = 1) AS members,
      (SELECT count(*)::int FROM team_articles WHERE team_id = 1) AS articles,
      (SELECT max(teams)::int FROM (SELECT count(*) AS teams FROM my_teams GROUP BY member_id) AS each) AS teams,
      (SELECT count(*)::int FROM inbox) AS notifications,
      (SELECT count(*)::int FROM identity_account) AS accounts,
      (SELECT count(*)::int FROM my_applications WHERE recruitment_id = 1) AS applicants`);
  const { events, ...counts } = rows[0] ?? {};
  expect(counts).toEqual({
    members: 50,
    articles: 504,
    teams: 30,
    notifications: 100,
    accounts: 3,
    applicants: 300,
  });
  expect(lines).toEqual([{ scale: 0.02, events }]);
  const head = await database.pool.query<{ checkpoint: string }>("SELECT checkpoint FROM reactors");
  expect(new Set((await readModelRows(database.pool)).map(({ checkpoint }) => checkpoint))).toEqual(
    new Set(head.rows.map(({ checkpoint }) => checkpoint)),
  );
  expect((await ops(database.url, "projections", "verify")).code).toBe(0);
  await expect(ops(database.url, "seed", "--grown")).rejects.toThrow("empty log");
}, 120_000);

it.each(["0", "2", "a"])("refuses --scale %s", async (scale) => {
  const database = await emptyDatabase();
  await expect(ops(database.url, "seed", "--grown", "--scale", scale)).rejects.toThrow("--scale");
});
