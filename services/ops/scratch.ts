import { randomBytes } from "node:crypto";
import type pg from "pg";
import { eventCatalogue } from "#contracts/events";
import { readModelsMigrations } from "#projections/projector/schema";
import { clocksOff } from "../app/clocks.ts";
import { serviceMigrations } from "../app/schema.ts";
import type { Storage } from "../app/storage.ts";
import { postgresEventStore } from "../event-store/postgres.ts";
import { connectWithoutLimits, openDatabase } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrations.ts";
import { postgresKeyRing } from "../platform/privacy/member-keys.ts";
import { protect } from "../platform/privacy/personal-data.ts";
import { replayOf } from "../platform/privacy/replay.ts";

export type Scratch = Awaited<ReturnType<typeof openScratch>>;

const notAllowed = "42501";

/** A new database beside the current one, with the system's schema and no data. */
export async function openScratch({ databaseUrl, secrets }: Storage) {
  const name = `algomoim_replay_${randomBytes(4).toString("hex")}`;
  const url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href;
  const maintain = async (statement: string) => {
    const client = await connectWithoutLimits(databaseUrl);
    await client.query(statement).finally(() => client.end());
  };
  const drop = () => maintain(`DROP DATABASE ${name} WITH (FORCE)`);
  await maintain(
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'`,
  ).catch((cause: Error & { code?: string }) => {
    if (cause.code !== notAllowed) throw cause;
    throw new Error("The user of DATABASE_URL may not create databases: grant it CREATEDB.", { cause });
  });
  const { pool, close } = openDatabase(url, { statementTimeoutMs: 0 });
  try {
    await reach(pool);
    await migrate(pool, [...serviceMigrations, ...readModelsMigrations]);
    // A server started on this database neither sends nor records anything.
    await pool.query(`CREATE TABLE ${clocksOff} ()`);
    await pool.query("UPDATE sender_state SET paused = true");
  } catch (error) {
    await close();
    await drop();
    throw error;
  }
  const events = postgresEventStore(pool);
  const keys = postgresKeyRing(pool, secrets.subs("member keys"));
  return {
    url,
    pool,
    store: protect(events, keys, eventCatalogue),
    replay: replayOf(events, keys, eventCatalogue),
    async close(isKept: boolean) {
      await events.close();
      await close();
      if (!isKept) await drop();
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
