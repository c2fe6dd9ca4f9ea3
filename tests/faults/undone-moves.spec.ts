import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readModelRows } from "#projections/projector/checkpoints";
import { areWhole } from "#projections/projector/life";
import { createProgress, type Progress } from "#projections/projector/progress";
import { prepareReadModels, readModelsMigrations } from "#projections/projector/schema";
import { type ReadModels, readModels } from "#projections/read-models";
import { createProjector, type Projector } from "#projections/runner";
import { readTeamPage } from "#projections/team-page";
import { verifyReadModel } from "#projections/verify";
import { listeningOn } from "#services/event-store/listening";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { eventStoreMigrations } from "#services/event-store/postgres/schema/schema";
import { type Database, openDatabase } from "#services/platform/database/database";
import { migrate } from "#services/platform/database/migrations";
import { created } from "#tests/examples/teams";
import { tell } from "#tests/support/recorded";
import { type ThrowAwayServer, throwAwayPostgres } from "#tests/support/with-postgres";
import { until } from "./writer.ts";

/** A process that serves pages. */
interface Reader {
  readonly database: Database<ReadModels>;
  readonly progress: Progress;
  announcement(): Promise<string | undefined>;
}

// What has not been waited for is written by nothing else soon, so that a crash is sure to take it back.
const lazy = {
  wal_writer_delay: "10s",
  bgwriter_lru_maxpages: "0",
  autovacuum: "off",
};
let postgres: ThrowAwayServer;
/** Through which the tests look: it shows what stands in the tables, whatever has become of it. */
let bare: Database<ReadModels>;
let projecting: Database<ReadModels>;
let store: PostgresEventStore;
let projector: Projector;
const readers: Reader[] = [];

beforeAll(async () => {
  postgres = await throwAwayPostgres(lazy);
  bare = openDatabase(postgres.url);
  projecting = openDatabase(postgres.url);
  await migrate(bare.pool, [...eventStoreMigrations, ...readModelsMigrations]);
  // As in the product: the log is read through the same connections.
  store = postgresEventStore(projecting.pool);
  await prepareReadModels(bare.pool, readModels, store.start);
  readers.push(await reader());
  projector = project();
});
afterAll(async () => {
  await projector.stop();
  for (const { database, progress } of readers) {
    await progress.stop();
    await database.close();
  }
  await store.close();
  await projecting.close();
  await bare.close();
  await postgres.stop();
});

async function reader(): Promise<Reader> {
  const database = openDatabase<ReadModels>(postgres.url, { mayRead: areWhole });
  const progress = createProgress({ store, pool: database.pool, listening: listeningOn(database.pool) });
  await progress.start();
  return {
    database,
    progress,
    async announcement() {
      const page = await readTeamPage(database.kysely, { teamId: 12, year: 2026, month: 9, memberId: null });
      return page?.myTeamResponse.teamAnnouncement;
    },
  };
}

/** Whoever dies with the lease does not give it back: of these each keeps it for longer than a test lasts. */
function project(): Projector {
  const timing = { lease: 600_000, renew: 300_000, standby: 20 };
  const own = createProjector({ store, pool: projecting.pool, log: () => {}, timing });
  own.start();
  return own;
}

const announce = (announcement: string) =>
  tell(store, "team-12", { type: "AnnouncementChanged", data: { teamId: 12, announcement } });

const rowsNow = async () => {
  const { rows } = await bare.pool.query<{ announcement: string; xmin: string }>(
    "SELECT announcement, xmin::text FROM team_page",
  );
  return rows[0];
};

/** No shutdown, no checkpoint; what supervises the server starts it again. */
async function killPostgres(): Promise<void> {
  const file = await readFile(join(postgres.dataDir, "cluster", "postmaster.pid"), "utf8");
  const pid = Number(file.split("\n")[0]);
  process.kill(pid, "SIGKILL");
  await until(() => expect(() => process.kill(pid, 0)).toThrow());
}

async function expectAsBuiltAnew(): Promise<void> {
  for (const projection of readModels) {
    const { differing, rows } = await verifyReadModel({ store, pool: bare.pool, projection });
    expect({ name: projection.name, differing, rows }).toMatchObject({ differing: 0 });
  }
}

it("T5 what a crash has undone is applied again, also where nothing happens after it", async () => {
  await tell(store, "team-12", created);
  const [page] = readers as [Reader];
  const shown = await announce("오늘은 쉬어요");
  expect(await page.progress.waitFor(shown, 30_000)).toBe(true);
  const before = await rowsNow();
  expect(before?.announcement).toBe("오늘은 쉬어요");
  await killPostgres();
  await until(async () => expect(await page.announcement()).toBe("오늘은 쉬어요"));
  // Written anew, so that it had been undone.
  expect((await rowsNow())?.xmin).not.toBe(before?.xmin);
  await expectAsBuiltAnew();
}, 120_000);

it("T5 what a crash has undone is shown to nobody before it is there again, whichever projector brings it", async () => {
  const [page] = readers as [Reader];
  await bare.pool.query("CHECKPOINT");
  const old = await announce("내일 만나요");
  expect(await page.progress.waitFor(old, 30_000)).toBe(true);
  await bare.pool.query("CHECKPOINT");
  const told = await announce("모레 만나요");
  expect(await page.progress.waitFor(told, 30_000)).toBe(true);
  expect(await page.announcement()).toBe("모레 만나요");
  await killPostgres();
  await projector.stop();
  const undone = await until(() => rowsNow());
  expect(undone?.announcement).toBe("내일 만나요");
  const places = (await readModelRows(bare.pool)).map(({ checkpoint }) => checkpoint);
  expect(places).toEqual(readModels.map(() => old));

  readers.push(await reader());
  const answers = Promise.all(readers.flatMap(({ announcement }) => [announcement(), announcement()]));
  const first = await Promise.race([
    answers,
    until(async () => {
      // Both have asked whether they may, and gone on asking.
      const { rows } = await bare.pool.query<{ calls: number }>(
        "SELECT count(*)::int AS calls FROM pg_stat_activity WHERE query LIKE '%read_model_life WHERE whole'",
      );
      expect(rows[0]?.calls).toBeGreaterThanOrEqual(2);
      return "waiting";
    }),
  ]);
  expect(first).toBe("waiting");
  projector = project();
  expect(await answers).toEqual(new Array(4).fill("모레 만나요"));
  await expectAsBuiltAnew();
  for (const { progress } of readers)
    expect(await progress.waitFor(await announce("그래요"), 30_000)).toBe(true);
}, 120_000);
