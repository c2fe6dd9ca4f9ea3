import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { eventCatalogue } from "#contracts/events";
import { readModelsMigrations } from "#projections/projector/schema";
import { serviceMigrations } from "../app/schema.ts";
import type { Storage } from "../app/storage.ts";
import type { EventStore } from "../event-store/event-store.ts";
import { postgresEventStore } from "../event-store/postgres.ts";
import type { Config } from "../platform/config.ts";
import { connectWithoutLimits, openDatabase } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrations.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";
import { postgresKeyRing } from "../platform/privacy/member-keys.ts";
import { protect } from "../platform/privacy/personal-data.ts";
import { type Replay, replayOf } from "../platform/privacy/replay.ts";

/** A database of one's own with the system's schema and nothing in it. */
export interface Scratch {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly replay: Replay;
  /** How somebody looks into it, line by line. */
  readonly inspect: string;
  close(isKept: boolean): Promise<void>;
}

interface Place {
  readonly url: string;
  readonly inspect: string;
  readonly leave: (isKept: boolean) => Promise<void>;
}

const notAllowed = "42501";

/** Beside the present database, or in a PostgreSQL of its own where this user may make none. */
export async function openScratch({ databaseUrl, secrets }: Storage, config: Config): Promise<Scratch> {
  const place = await besides(databaseUrl).catch((error: { code?: string }) => {
    if (error.code !== notAllowed) throw error;
    return embedded(config);
  });
  const { pool, close } = openDatabase(place.url, { statementTimeoutMs: 0 });
  try {
    await reach(pool);
    await migrate(pool, [...serviceMigrations, ...readModelsMigrations]);
  } catch (error) {
    await close();
    await place.leave(false);
    throw error;
  }
  const events = postgresEventStore(pool);
  const keys = postgresKeyRing(pool, secrets.sub("member keys"));
  return {
    ...place,
    pool,
    store: protect(events, keys, eventCatalogue),
    replay: replayOf(events, keys, eventCatalogue),
    async close(isKept) {
      await events.close();
      await close();
      await place.leave(isKept);
    },
  };
}

async function reach(pool: pg.Pool): Promise<void> {
  await pool.query("SELECT 1").catch((cause: Error) => {
    throw new Error(
      `A database for it was made, but DATABASE_URL does not lead there (${cause.message}): let the pooler before PostgreSQL take every database (* = …), or lead DATABASE_URL to PostgreSQL itself.`,
      { cause },
    );
  });
}

async function besides(databaseUrl: string): Promise<Place> {
  const name = `algomoim_replay_${randomBytes(4).toString("hex")}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const maintain = async (statement: string) => {
    const client = await connectWithoutLimits(databaseUrl);
    await client.query(statement).finally(() => client.end());
  };
  await maintain(
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'`,
  );
  return {
    url: url.href,
    inspect: `  psql '${url.href}'\n  DATABASE_URL='${url.href}' PORT=0 npm start -- --no-demo`,
    leave: async (isKept) => {
      if (!isKept) await maintain(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function embedded({ secretKey }: Config): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "algomoim-replay-"));
  const server = await startEmbeddedPostgres({ dataDir: join(folder, "postgres") });
  const key = secretKey === undefined ? "" : " and the same SECRET_KEY";
  return {
    url: server.url,
    inspect: `  psql '${server.url}' while this runs\n  DATA_DIR='${folder}' PORT=0 npm start -- --no-demo afterwards, with --keep${key}`,
    leave: async (isKept) => {
      await server.stop();
      if (!isKept) await rm(folder, { recursive: true, force: true });
    },
  };
}
