import type pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { freePort, type ServerProcess, startServerProcess } from "#tests/support/server-process";
import { until } from "#tests/support/until";
import { isLong } from "./rounds.ts";

interface OwnLog {
  readonly database: TestDatabase<unknown>;
  readonly store: PostgresEventStore;
}

/** A log on a separate database, for the tests of a file. */
export function ownLog(): OwnLog {
  const own = {} as { -readonly [K in keyof OwnLog]: OwnLog[K] };
  beforeAll(async () => {
    own.database = await testDatabase({ max: 20 });
    own.store = postgresEventStore(own.database.pool);
  });
  afterAll(async () => {
    await own.store.close();
    await own.database.close();
  });
  return own;
}

interface OwnServer {
  readonly database: TestDatabase<unknown>;
  /** The one that was started last. */
  readonly server: ServerProcess;
  /** Starts the next one at the same port. */
  startAgain(): Promise<void>;
}

/**
 * The product as a separate process on a separate database, for the tests of a file.
 * @param viaProxy another connection to the database than the direct one
 */
export function ownServer(
  env: Record<string, string> = {},
  viaProxy: (databaseUrl: string) => string | Promise<string> = (url) => url,
): OwnServer {
  let start: () => Promise<ServerProcess>;
  const own = {
    async startAgain() {
      // Only the long form waits until the lease of the killed process expires; projector-killed.spec.ts tests that.
      if (!isLong) await own.database.pool.query("UPDATE read_model_lease SET until = '-infinity'");
      own.server = await start();
    },
  } as { -readonly [K in keyof OwnServer]: OwnServer[K] };
  beforeAll(async () => {
    own.database = await testDatabase();
    const port = await freePort();
    const databaseUrl = await viaProxy(own.database.url);
    start = () => startServerProcess({ port, databaseUrl, fromSources: true, env });
    own.server = await start();
  });
  afterAll(async () => {
    await own.server.stop("SIGKILL");
    await own.database.close();
  });
  return own;
}

/** SQL that makes writes to a table wait while a test holds the lock of `whileHeld`. */
export const holding = (table: string, moment = "AFTER INSERT OR UPDATE") => `
  CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
  CREATE TRIGGER hold ${moment} ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION hold()`;

/** Holds the lock, starts a write, and calls `disturb` once PostgreSQL waits inside it. */
export async function whileHeld(pool: pg.Pool, act: () => unknown, disturb: () => unknown): Promise<void> {
  const waiting =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'";
  const lock = await pool.connect();
  try {
    await lock.query("SELECT pg_advisory_lock(1)");
    await act();
    await until(async () => expect((await pool.query(waiting)).rowCount).toBe(1));
    await disturb();
  } finally {
    await lock.query("SELECT pg_advisory_unlock(1)");
    lock.release();
  }
}
