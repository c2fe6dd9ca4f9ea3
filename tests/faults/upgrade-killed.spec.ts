import { afterAll, beforeAll, expect, it } from "vitest";
import { readModelRows } from "#projections/projector/checkpoints";
import { prepareReadModels } from "#projections/projector/schema";
import { readModels } from "#projections/read-models";
import { postgresEventStore } from "#services/event-store/postgres";
import { differencesIn } from "#tests/api/verify-read-models";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { ops, opsKey } from "#tests/support/ops";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process";
import { until } from "#tests/support/until";
import { whileHeld } from "./starters.ts";

let database: TestDatabase<unknown>;
let server: ServerProcess | undefined;

/** Does not wait until all read models exist. */
const startProjector = async () =>
  startServerProcess({
    databaseUrl: database.url,
    fromSources: true,
    until: "/health/live",
    env: { ROLE: "projector", SECRET_KEY: opsKey },
  });

beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
  await ops(database.url, "seed", "--teams", "5", "--members", "100", "--days", "15", "--events");
});
afterAll(async () => {
  await server?.stop("SIGKILL");
  await database.close();
});

/**
 * Records how many read models each batch of a build moves and between which checkpoints; the second one waits for the
 * lock.
 */
const noting = `
  CREATE TABLE moves (n serial, builder uuid, models int, after text, reached text);
  CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO moves (builder, models, after, reached)
      SELECT t.builder, count(*), min(f.checkpoint), max(t.checkpoint) FROM moved_from f JOIN moved_to t USING (name)
      WHERE f.checkpoint <> t.checkpoint GROUP BY t.builder;
    IF (SELECT count(*) FROM moves) = 2 THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER note AFTER UPDATE ON read_model_builds REFERENCING OLD TABLE AS moved_from NEW TABLE AS moved_to
    FOR EACH STATEMENT EXECUTE FUNCTION note()`;

interface Move {
  readonly builder: string;
  readonly models: number;
  readonly after: string;
  readonly reached: string;
}

it("T8 a process killed while it builds all read models of an older version leaves the next one to finish in the same pass of the log", async () => {
  const { pool, url } = database;
  const rows = async <Row extends object>(text: string, ...values: unknown[]) =>
    (await pool.query<Row>(text, values)).rows;
  const store = postgresEventStore(pool);
  const head = await store.head();
  await prepareReadModels(pool, readModels, store.start);
  await pool.query("UPDATE read_model_checkpoints SET version = version - 1");
  await pool.query(noting);

  await whileHeld(
    pool,
    async () => {
      server = await startProjector();
    },
    () => server?.stop("SIGKILL"),
  );
  const leftOpen = `
    SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE datname = current_database() AND relation = 'read_model_builds'::regclass AND mode = 'RowExclusiveLock'`;
  await until(async () => expect(await rows(leftOpen)).toEqual([]));

  // One of them counts as active longer than the others.
  const longest = readModels.at(-1)?.name;
  const looksAlive = (since: string, which: string) =>
    pool.query(`UPDATE read_model_builds SET updated_at = ${since} WHERE name ${which} $1`, [longest]);
  await looksAlive("'-infinity'", "<>");
  const builders = async () => (await rows("SELECT DISTINCT builder FROM read_model_builds")).length;
  expect(await builders()).toBe(1);
  const starting = startProjector();
  await until(async () => {
    await looksAlive("clock_timestamp()", "=");
    expect(await builders()).toBe(2);
  });
  server = await starting;
  await looksAlive("'-infinity'", "=");

  const versions = readModels.map(({ name, version }) => ({ name, version, state: "running" }));
  await until(async () => {
    const serving = (await readModelRows(pool)).map(({ name, version, state }) => ({
      name,
      version,
      state,
    }));
    expect(serving).toEqual(versions.sort((a, b) => (a.name < b.name ? -1 : 1)));
  });
  const moves = await rows<Move>("SELECT builder, models, after, reached FROM moves ORDER BY n");
  expect(new Set(moves.map(({ builder }) => builder)).size).toBe(2);
  expect(moves.map(({ models }) => models)).toEqual(moves.map(() => readModels.length));
  expect(moves.map(({ after }) => after)).toEqual([
    store.start,
    ...moves.slice(0, -1).map(({ reached }) => reached),
  ]);
  expect(store.compare(moves.at(-1)?.reached ?? store.start, head)).toBeGreaterThanOrEqual(0);
  expect(await differencesIn(url, opsKey)).toEqual([]);
  await store.close();
}, 300_000);
