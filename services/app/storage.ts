import { join } from "node:path";
import type pg from "pg";
import { eventCatalogue } from "#contracts/events";
import type { ReadModels } from "#projections/database";
import { readModelsMigrations } from "#projections/projector/schema";
import type { EventStore, OwnedEventStore } from "../event-store/event-store.ts";
import type { Config } from "../platform/config.ts";
import { checkDatabase } from "../platform/database/check-database.ts";
import { type Database, openDatabase } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrations.ts";
import type { Logger } from "../platform/logging.ts";
import { markWithKey, secretsOn } from "../platform/privacy/key-mark.ts";
import { type KeyRing, postgresKeyRing } from "../platform/privacy/member-keys.ts";
import { protect } from "../platform/privacy/personal-data.ts";
import { type Replay, replayOf } from "../platform/privacy/replay.ts";
import { sealAnswers } from "../platform/privacy/sealed-answers.ts";
import { configuredKeys } from "../platform/privacy/secret-key.ts";
import type { Secrets } from "../platform/privacy/secrets.ts";
import { withdrawDue } from "./due-withdrawals.ts";
import { embeddedDatabase } from "./embedded.ts";
import { openLog } from "./event-log.ts";
import { serviceMigrations } from "./schema.ts";

export interface Storage {
  readonly database: Database<ReadModels>;
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  readonly keys: KeyRing;
  /** Encrypts personal fields and stores responses encrypted. */
  readonly store: EventStore;
  readonly replay: Replay;
  readonly log: OwnedEventStore;
  close(): Promise<void>;
}

/**
 * Opens the configured database and event store, migrates the schema and repeats withdrawals that a restore requires.
 * @param assertAccess called first: an import or a restore may have locked the whole database
 */
export async function openStorage(
  config: Config,
  log: Logger,
  assertAccess: (pool: pg.Pool) => Promise<void> = async () => {},
): Promise<Storage> {
  const embedded = await embeddedDatabase(config, log);
  const databaseUrl = config.databaseUrl ?? (embedded?.url as string);
  const database = openDatabase<ReadModels>(databaseUrl, {
    max: 20,
    onError: (error) => log.warn({ err: error }, "a database connection broke"),
  });
  const close = async () => {
    await database.close();
    await embedded?.stop();
  };
  try {
    await reach(database, config);
    await assertAccess(database.pool);
    await migrate(database.pool, [...serviceMigrations, ...readModelsMigrations]);
    const secrets = await secretsOn(database.pool, await configuredKeys(config));
    const events = await openLog(config, database.pool, log);
    const keys = postgresKeyRing(database.pool, secrets.subs("member keys"), database.pipeline);
    await checkSecretKey(database, keys, secrets);
    const store = sealAnswers(protect(events, keys, eventCatalogue), secrets, keys);
    await withdrawDue(database.pool, store);
    return {
      database,
      databaseUrl,
      secrets,
      keys,
      store,
      replay: replayOf(events, keys, eventCatalogue),
      log: events,
      close: async () => {
        await events.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function reach(database: Database<ReadModels>, config: Config): Promise<void> {
  await database.pool.query("SELECT 1").catch((error: Error) => {
    throw unreachable(error, config);
  });
  await checkDatabase(database.pool);
}

/**
 * Other processes could not read members who signed up under another SECRET_KEY, and the read models would stop.
 * @throws if the members' keys, or the mark of an empty database, were made with another one
 */
async function checkSecretKey(
  { pool }: Database<ReadModels>,
  keys: KeyRing,
  secrets: Secrets,
): Promise<void> {
  const { rows } = await pool.query<{ member: string }>("SELECT member FROM member_keys LIMIT 1");
  await keys.of(rows.map(({ member }) => member));
  await markWithKey(pool, secrets);
}

/** Explains in one sentence why the database is unreachable. */
export function unreachable(error: Error, { databaseUrl, dataDir }: Config): Error {
  const reason = error instanceof AggregateError ? String((error.errors[0] as Error).message) : error.message;
  const sentence = databaseUrl
    ? `The database at DATABASE_URL cannot be reached (${reason}): start it or correct DATABASE_URL.`
    : `The embedded PostgreSQL does not answer (${reason}): ${join(dataDir, "postgres/postgres.log")} may say why.`;
  return new Error(sentence, { cause: error });
}
