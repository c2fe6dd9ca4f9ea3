import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readModelRows } from "#projections/projector/checkpoints";
import { readModels } from "#projections/read-models";
import { createProjector, type Projector } from "#projections/runner";
import { openStorage, type Storage } from "#services/app/storage";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { differencesIn } from "#tests/api/verify-read-models";
import { posted } from "#tests/examples/posts";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { ops, opsKey } from "#tests/support/ops";
import { program } from "#tests/support/program";
import { asNew, newCommand } from "#tests/support/recorded";
import { until } from "#tests/support/until";
import { figure, isLong, rounds } from "./rounds.ts";
import { atRate, beside } from "./writer.ts";

/** Appends during the rebuild; in the short form so few that small batches on a busy machine are faster. */
const perSecond = rounds(25, 500);

let database: TestDatabase<unknown>;
let storage: Storage;
let projector: Projector;
let env: NodeJS.ProcessEnv;
const children: ChildProcess[] = [];
/** Duration of each swap, in milliseconds. */
const swaps: number[] = [];

beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
  env = { NODE_ENV: "test", DATABASE_URL: database.url, SECRET_KEY: opsKey };
  const plan = { teams: rounds(20, 100), members: rounds(60, 1000), days: rounds(8, 60) };
  const words = Object.entries(plan).flatMap(([name, count]) => [`--${name}`, String(count)]);
  await ops(database.url, "seed", ...words, "--events");
  storage = await openStorage(readConfig(env), createLogger("silent"));
  projector = createProjector({ store: storage.store, pool: storage.database.pool, log: () => {} });
  projector.start();
  await caughtUp();
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await projector.stop();
  await storage.close();
  await database.close();
});

const caughtUp = async () => {
  const head = await storage.store.head();
  await until(async () => {
    const rows = await readModelRows(database.pool);
    expect(rows.map(({ checkpoint }) => storage.store.compare(checkpoint, head) >= 0)).toEqual(
      readModels.map(() => true),
    );
  });
};

function rebuild(): ChildProcess {
  const child = spawn(process.execPath, [...program("rebuild-process"), ...(isLong ? ["usual"] : [])], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  children.push(child);
  child.stdout?.on("data", (lines) => swaps.push(...String(lines).trim().split("\n").map(Number)));
  return child;
}
const builds = async () =>
  (
    await database.pool.query<{ name: string; events: number }>(
      "SELECT name, events::int AS events FROM read_model_builds ORDER BY name",
    )
  ).rows;
const inTheMiddle = (after: number) =>
  until(async () => {
    const all = await builds();
    expect(all).toHaveLength(readModels.length);
    for (const { events } of all) expect(events).toBeGreaterThan(after);
  });

it("T8 a build that is killed midway and resumed during writes and reads never shows a partial read model", async () => {
  const ending = new AbortController();
  const { rows: authors } = await database.pool.query<{ uuid: string }>(
    "SELECT uuid FROM member_card LIMIT 1",
  );
  const authorId = String(authors[0]?.uuid);
  let articleId = 1_000_000;
  const write = async () => {
    articleId += 1;
    const event = asNew(posted({ articleId, authorId, title: `글 ${articleId}` }));
    await storage.store.append(`article-${articleId}`, [event], -1, newCommand());
  };
  const writing = atRate(perSecond, () => ending.signal.aborted, write);
  // Nothing is deleted in this test, so a read of fewer rows than before means an incomplete read model.
  let reads = 0;
  const fewer: unknown[] = [];
  const reader = async () => {
    const least = { articles: 0, mine: 0, teams: 0, members: 0 };
    for (; !ending.signal.aborted; reads += 1) {
      const { rows } = await database.pool.query<typeof least>(
        `SELECT (SELECT count(*) FROM team_articles) AS articles, (SELECT count(*) FROM my_articles) AS mine,
           (SELECT count(*) FROM team_directory) AS teams, (SELECT count(*) FROM team_members) AS members`,
      );
      for (const [name, seen] of Object.entries(rows[0] ?? {}) as [keyof typeof least, number][]) {
        if (seen < least[name]) fewer.push({ name, seen, before: least[name] });
        least[name] = Math.max(least[name], seen);
      }
      await pause(rounds(20, 5));
    }
  };
  const reading = Promise.all([reader(), reader()]);
  const busy = Promise.all([reading, writing]);

  const total = await beside(busy, async () => {
    const first = rebuild();
    await inTheMiddle(0);
    first.kill("SIGKILL");
    await once(first, "exit");
    const left = await builds();
    expect(left).toHaveLength(readModels.length);
    const events = Number((await database.pool.query("SELECT count(*) AS n FROM events")).rows[0]?.n);
    for (const each of left) expect(each.events).toBeLessThan(events);

    // A killed builder counts as abandoned after a while.
    await database.pool.query("UPDATE read_model_builds SET updated_at = now() - interval '1 minute'");
    const second = rebuild();
    const [code] = await once(second, "exit");
    expect(code).toBe(0);
    const before = reads;
    await until(async () => expect(reads).toBeGreaterThan(before + 5));
    return events;
  });
  ending.abort();
  const [, written] = await busy;

  expect(fewer).toEqual([]);
  expect(written.calls).toBeGreaterThan(0);
  await caughtUp();
  expect(await builds()).toEqual([]);
  const { rows: tables } = await database.pool.query(
    "SELECT relname FROM pg_class WHERE relname ~ '__(next|old)$' AND relkind = 'r'",
  );
  expect(tables).toEqual([]);
  expect(await differencesIn(database.url, opsKey)).toEqual([]);
  expect(swaps).toHaveLength(readModels.length);
  const slowest = Math.max(...swaps);
  figure(
    "T8",
    `${total} events and more built while ${written.calls} were appended (${Math.round(written.perSecond)} a second); ${reads} reads, none at less than before; slowest swap ${slowest.toFixed(1)} ms`,
  );
  if (!isLong) return;
  expect(slowest).toBeLessThan(100);
  expect(written.perSecond).toBeGreaterThan(0.95 * perSecond);
}, 480_000);
