import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { unreachable } from "../app/storage.ts";
import type { Config } from "../platform/config.ts";
import { checkDatabase } from "../platform/database/check-database.ts";
import { connectWithoutLimits, openDatabase } from "../platform/database/database.ts";
import { lockExclusively } from "../platform/database/exclusive.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";

/**
 * Runs work on one connection to the configured database, whatever it contains. Until its end no other process opens
 * the database.
 * @throws while another process uses it
 */
export async function withExclusiveDatabase<T>(
  config: Config,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: join(config.dataDir, "postgres") });
  try {
    const url = config.databaseUrl ?? (embedded?.url as string);
    const client = await connectWithoutLimits(url).catch((error: Error) => {
      throw unreachable(error, config);
    });
    try {
      await lockExclusively(client);
      await assertUnused(client);
      await assertUsable(url);
      return await use(client);
    } finally {
      // Not awaited: an unresponsive server would block forever.
      void client.end();
    }
  } finally {
    await embedded?.stop();
  }
}

/** The sessions of a process that has just ended may still be listed. */
const polls = 20;
const pollMs = 50;

async function assertUnused(client: pg.Client): Promise<void> {
  for (let poll = 1; await isUsed(client); poll += 1) {
    if (poll === polls)
      throw new Error("The system, or another command, is using this database: stop it first.");
    await pause(pollMs);
  }
}

/** All sessions of the system have the same application name; DATABASE_URL may set another. */
async function isUsed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
     AND application_name IN ('algomoim', nullif(current_setting('application_name'), ''))`,
  );
  return rowCount !== 0;
}

/** @throws if the system could not start afterwards */
async function assertUsable(url: string): Promise<void> {
  const { pool, close } = openDatabase(url, { max: 2 });
  await checkDatabase(pool).finally(close);
}
