import { afterAll, beforeAll, expect, it } from "vitest";
import { demoOver } from "#services/demo/demo";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { envelopeOf } from "#tests/support/request";
import { startServerProcess } from "#tests/support/server-process";
import { signIn } from "#tests/support/sign-in";

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
});
afterAll(() => database.close());

const teams = async () =>
  (await database.pool.query<{ name: string }>("SELECT name FROM team_page ORDER BY name")).rows.map(
    ({ name }) => name,
  );
/** In the evening the clock reminds members who have not written: these events are none of the demo. */
const reminder = "WRITE_REMINDER";
const evening = {
  NODE_OPTIONS: `--import=${new URL("../support/shifted-date.mjs", import.meta.url)}`,
  DATE_BEGINS: "2036-03-19T21:30:00+09:00",
  CLOCK_TICK_SECONDS: "1",
};
const events = async () =>
  (
    await database.pool.query<{ n: number }>(
      "SELECT count(*) AS n FROM events WHERE data->>'kind' IS DISTINCT FROM $1",
      [reminder],
    )
  ).rows[0]?.n ?? 0;
const isOver = async () =>
  (await database.pool.query("SELECT FROM commands WHERE command_id = $1", [demoOver])).rowCount === 1;
/** Kinds of dotori's notifications of the demo, oldest first. */
async function inboxOfDotori(origin: string): Promise<string[]> {
  const { accessToken } = await signIn(origin, "dotori");
  const answer = await fetch(`${origin}/api/v1/notifications`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  const { data } = (await envelopeOf(answer)) as { data: { content: { kind: string; isRead: boolean }[] } };
  const ofDemo = data.content.filter(({ kind }) => kind !== reminder);
  return ofDemo.map(({ kind, isRead }) => (isRead ? kind : `${kind} unread`)).reverse();
}
const start = async () =>
  startServerProcess({ databaseUrl: database.url, args: [], fromSources: true, env: evening });

it("is written once, however many processes start together and although the first is killed midway", async () => {
  const first = await startServerProcess({
    databaseUrl: database.url,
    args: [],
    fromSources: true,
    env: evening,
    until: "/health/live",
  });
  await expect.poll(events, { interval: 5 }).toBeGreaterThan(5);
  await first.stop("SIGKILL");
  const begun = await events();
  const [one, other] = await Promise.all([start(), start()]);
  await expect.poll(isOver).toBe(true);
  await expect.poll(teams).toEqual(["그래프탐험대", "새벽네시반", "퇴근후두문제"]);
  const { rows } = await database.pool.query("SELECT uses, max_uses, team_id FROM team_invitations");
  expect(rows).toMatchObject([{ uses: 3, max_uses: 10 }]);
  await expect
    .poll(() => inboxOfDotori(one.origin))
    .toEqual([
      ...["SUBJECT_POSTED", "SUBJECT_POSTED", "ROLE_CHANGED", "ANNOUNCEMENT_CHANGED"],
      ...["ENTRY_PASSWORD_CHANGED", "SUBJECT_POSTED", "SUBJECT_POSTED", "SUBJECT_POSTED"],
      ...["SUBJECT_POSTED unread", "APPLICATION_SUBMITTED unread", "NEW_MEMBER unread"],
    ]);
  const discussed = await database.pool.query<{ threads: number; comments: number; reviews: number }>(
    `SELECT count(DISTINCT thread_id) AS threads, count(*) AS comments,
      (SELECT count(*) FROM reviews WHERE released_at IS NULL) AS reviews FROM discussion`,
  );
  expect(discussed.rows).toMatchObject([{ threads: 4, comments: 5, reviews: 1 }]);
  const written = await events();
  expect(begun).toBeLessThan(written);
  await Promise.all([one.stop(), other.stop()]);
  const again = await start();
  expect(await events()).toBe(written);
  await again.stop();
}, 180_000);
