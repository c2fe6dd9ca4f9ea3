import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ReadModels } from "#projections/database";
import { createProgress, type Progress } from "#projections/projector/progress";
import { prepareReadModels, readModelsMigrations } from "#projections/projector/schema";
import { readModels } from "#projections/read-models";
import { createProjector, type Projector } from "#projections/runner";
import { listeningOn } from "#services/event-store/listening";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { eventStoreMigrations } from "#services/event-store/postgres/schema";
import { type Database, openDatabase } from "#services/platform/database/database";
import { migrate } from "#services/platform/database/migrations";
import { created } from "#tests/examples/teams";
import { commandOf, numbered } from "#tests/support/commands";
import { tell } from "#tests/support/recorded";
import { until } from "#tests/support/until";
import { type TemporaryServer, temporaryPostgres } from "#tests/support/with-postgres";

// No other process soon writes what a commit did not wait for, so a crash certainly loses it.
const lazy = { wal_writer_delay: "10s", bgwriter_lru_maxpages: "0", autovacuum: "off" };
let postgres: TemporaryServer;
let database: Database<ReadModels>;
let store: PostgresEventStore;
let progress: Progress;
let projector: Projector;

beforeAll(async () => {
  postgres = await temporaryPostgres(lazy);
  database = openDatabase(postgres.url);
  const { pool } = database;
  await migrate(pool, [...eventStoreMigrations, ...readModelsMigrations]);
  await pool.query("CHECKPOINT");
  store = postgresEventStore(pool);
  await prepareReadModels(pool, readModels, store.start);
  progress = createProgress({ store, pool, listening: listeningOn(pool) });
  await progress.start();
  projector = createProjector({ store, pool, log: () => {} });
});
afterAll(async () => {
  await projector.stop();
  await progress.stop();
  await store.close();
  await database.close();
  await postgres.stop();
});

const announce = (announcement: string) =>
  tell(store, "team-12", { type: "AnnouncementChanged", data: { teamId: 12, announcement } });

/** `xmin` is the transaction that wrote the row. */
async function pageRow() {
  const { rows } = await database.pool.query<{ announcement: string; xmin: string }>(
    "SELECT announcement, xmin::text FROM team_page",
  );
  return rows[0];
}

const postmaster = async () => {
  const file = await readFile(join(postgres.dataDir, "cluster", "postmaster.pid"), "utf8");
  return Number(file.split("\n")[0]);
};

/**
 * Returns a function that kills PostgreSQL without shutdown or checkpoint and waits until its supervisor has restarted
 * it.
 */
async function killer(): Promise<() => Promise<void>> {
  const pid = await postmaster();
  return async () => {
    process.kill(pid, "SIGKILL");
    // Sessions of the killed server may still respond before that.
    await until(async () => expect([pid, 0, Number.NaN]).not.toContain(await postmaster()));
  };
}

it("T5 keeps every acknowledged append, alone or in a batch, when PostgreSQL is killed at that moment", async () => {
  const answered: string[] = [];
  for (const count of [1, 20]) {
    const streams = Array.from({ length: count }, (_, n) => `burst-${count}-${n}`);
    const kill = await killer();
    await Promise.all(streams.map((stream) => store.append(stream, [numbered(0, "Burst")], -1, commandOf())));
    await kill();
    answered.push(...streams);
    const { events } = await until(() => store.readAll(store.start, 100));
    expect(events.map(({ stream }) => stream).sort()).toEqual([...answered].sort());
  }
}, 120_000);

it("T5 keeps every batch that readers received when PostgreSQL crashes", async () => {
  projector.start();
  await tell(store, "team-12", created);
  const shown = await announce("오늘은 쉬어요");
  expect(await progress.waitFor(shown, 30_000)).toBe(true);
  const before = await pageRow();
  expect(before?.announcement).toBe("오늘은 쉬어요");
  await (await killer())();
  expect(await until(pageRow)).toEqual(before);
}, 120_000);
