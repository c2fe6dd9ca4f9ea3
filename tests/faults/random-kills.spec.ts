import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seoulDate } from "#contracts/dates";
import { type Database, openDatabase } from "#services/platform/database/database";
import { differencesIn } from "#tests/api/verify-read-models";
import { program } from "#tests/support/program";
import {
  freePort,
  type ServerSettings,
  startServerProcess,
  usualSecretKey,
} from "#tests/support/server-process";
import { until } from "#tests/support/until";
import { type TemporaryServer, temporaryPostgres } from "#tests/support/with-postgres";
import { type KeptUp, keptUp, type Running } from "./kept-up.ts";
import { openList } from "./open-list.ts";
import { figure, isLong, rounds, seededRandom } from "./rounds.ts";
import { beside, expectArticles, expectOutages, type Writer, writerAt } from "./writer.ts";

let postgres: TemporaryServer;
let database: Database<unknown>;
let origin: string;
let server: KeptUp;
let projectors: KeptUp[];
let rebuild: KeptUp;

const serverProcess = (settings: Omit<ServerSettings, "databaseUrl">) => async (): Promise<Running> => {
  const { pid, ended } = await startServerProcess({
    databaseUrl: postgres.url,
    fromSources: true,
    ...settings,
  });
  return { ended, kill: () => process.kill(pid, "SIGKILL") };
};

/** Rebuilds all read models repeatedly, with a short pause. */
async function rebuilding(): Promise<Running> {
  await pause(rounds(2000, 500));
  const child = spawn(process.execPath, program("rebuild-process"), {
    stdio: "ignore",
    env: { ...process.env, NODE_ENV: "test", DATABASE_URL: postgres.url, SECRET_KEY: usualSecretKey },
  });
  return {
    ended: once(child, "exit").then(([code]) => code as number | null),
    kill: () => child.kill("SIGKILL"),
  };
}

/** Milliseconds from PostgreSQL's recovery until an article is accepted. */
const recoveries: number[] = [];

/**
 * Killed, or restarted as by an operator; its supervisor restarts it. The pid file of a dead server stays until the
 * next has started.
 */
async function endPostgres(signal: "SIGKILL" | "SIGINT", taken: readonly string[]): Promise<void> {
  const file = join(postgres.dataDir, "cluster", "postmaster.pid");
  const pid = await until(async () => {
    const found = Number((await readFile(file, "utf8")).split("\n")[0]);
    process.kill(found, signal);
    return found;
  });
  await until(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  await until(() => database.pool.query("SELECT 1"));
  const up = performance.now();
  const before = taken.length;
  await until(() => expect(taken.length).toBeGreaterThan(before));
  recoveries.push(performance.now() - up);
}

/**
 * Delays writes of rows, so that kills happen between them and related writes. A new build's table begins without it.
 */
const dawdling = `
  CREATE OR REPLACE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.03); RETURN NULL; END $$;
  CREATE OR REPLACE TRIGGER dawdle AFTER INSERT ON team_articles FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`;

beforeAll(async () => {
  // Asynchronous commits would survive a kill if they were soon written anyway.
  postgres = await temporaryPostgres({ wal_writer_delay: "10s" });
  database = openDatabase(postgres.url, { max: 2 });
  const port = await freePort();
  const others = [await freePort(), await freePort()];
  origin = `http://localhost:${port}`;
  server = keptUp(serverProcess({ port, env: { ROLE: "api" } }));
  projectors = others.map((at) => keptUp(serverProcess({ port: at, env: { ROLE: "projector" } })));
  rebuild = keptUp(rebuilding);
  await until(() => expect([server, ...projectors].every((one) => one.isUp())).toBe(true));
});
afterAll(async () => {
  await Promise.all([server, ...projectors, rebuild].map((one) => one.stop()));
  await database.close();
  await postgres.stop();
});

/** Writes one article after the other until each is accepted, and records their titles. */
async function write(writer: Writer, name: string, titles: string[], isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const title = `${name} ${n}`;
    await writer.postUntilTaken(title);
    titles.push(title);
    await pause(rounds(100, 20));
  }
}

it(
  "T5 T6 T7 T8 whatever is killed at random moments under load, nothing acknowledged is lost, nothing is duplicated, and an open page shows all of it",
  async () => {
    const times = rounds(5, 200);
    const { seed, random } = seededRandom();
    const writer = await writerAt(() => origin);
    const date = seoulDate(new Date());
    const list = openList(
      origin,
      { view: "team-articles", key: String(writer.teamId) },
      `/api/v1/articles/${writer.teamId}/by-date?date=${date}&size=1`,
    );
    let isOver = false;
    const taken: string[] = [];
    const writing = Promise.all(
      [..."가나다라마바사아"].map((name) => write(writer, name, taken, () => isOver)),
    );

    const kinds = {
      server: () => server.kill(),
      projector: () => projectors[random() < 0.5 ? 0 : 1]!.kill(),
      rebuild: () => rebuild.kill(),
      postgres: () => endPostgres("SIGKILL", taken),
      restart: () => endPostgres("SIGINT", taken),
    };
    const names = Object.keys(kinds) as (keyof typeof kinds)[];
    // Every kind occurs equally often, in random order.
    const order = Array.from({ length: times }, (_, n) => names[n % names.length]!)
      .map((kind) => ({ kind, at: random() }))
      .sort((a, b) => a.at - b.at);
    const began = performance.now();
    await beside(writing, async () => {
      for (const { kind } of order) {
        // Under load: everything has recovered from the previous kill.
        const before = taken.length;
        await until(() => expect(taken.length, `seed ${seed}`).toBeGreaterThan(before + 5));
        await until(() => database.pool.query(dawdling));
        await pause(random() * 1000);
        await kinds[kind]();
      }
    });
    isOver = true;
    await writing;
    const titles = [...taken].sort();
    await rebuild.stop();

    const rows = async <Row extends object>(text: string) => (await database.pool.query<Row>(text)).rows;
    await expectArticles(database.pool, titles, `seed ${seed}`);
    const posted = "FROM events WHERE type = 'ArticlePosted'";
    expect(await rows(`SELECT count(*) AS events, count(DISTINCT stream) AS streams ${posted}`)).toEqual([
      { events: titles.length, streams: titles.length },
    ]);
    const holes =
      "SELECT stream FROM events GROUP BY stream HAVING max(revision) <> count(*) - 1 OR count(*) <> count(DISTINCT revision)";
    expect(await rows(holes)).toEqual([]);
    const today = await rows<{ n: number }>(`SELECT count(*) AS n FROM team_articles WHERE date = '${date}'`);
    await until(() => expect(list.shown()).toBe(today[0]?.n));
    expect(await differencesIn(postgres.url, usualSecretKey)).toEqual([]);
    expect([server, ...projectors].flatMap(({ diedByItself }) => diedByItself)).toEqual([]);
    expectOutages(writer);
    const slowest = Math.max(...recoveries);
    if (isLong) expect(slowest).toBeLessThan(5000);
    const seconds = Math.round((performance.now() - began) / 1000);
    figure(
      "T5 T6 T7 T8",
      `${times} kills (seed ${seed}) in ${seconds} s, ${titles.length} answered commands, ${writer.refusals.length} answers of 503, 0 lost, 0 doubled; read models equal, the open page too; back ${Math.round(slowest)} ms after PostgreSQL`,
    );
  },
  isLong ? 1_800_000 : 480_000,
);
