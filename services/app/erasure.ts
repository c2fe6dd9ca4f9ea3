import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { seoulLocalIso } from "#contracts/dates";
import type { Checkpoint } from "../event-store/event-store.ts";
import { sqlState } from "../event-store/unavailable.ts";
import type { Migration } from "../platform/database/migrations.ts";
import { oneProcessAtATime } from "../platform/database/one-process.ts";
import { patient } from "../platform/database/patient.ts";
import type { ReadModelProgress } from "../platform/progress.ts";

/** Withdrawals whose deleted rows may still be in table files and WAL, with the checkpoint of each. */
export const erasuresDue = "erasures_due";

export const erasureMigrations: readonly Migration[] = [
  {
    name: "0.2.0/erasures",
    sql: `
CREATE TABLE ${erasuresDue} (
  member uuid PRIMARY KEY,
  checkpoint text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);`,
  },
];

export async function eraseLater(pool: pg.Pool, memberId: string, checkpoint: Checkpoint): Promise<void> {
  await pool.query(`INSERT INTO ${erasuresDue} (member, checkpoint) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
    memberId,
    checkpoint,
  ]);
}

/** A rewrite blocks readers of the table: it runs in one hour of Seoul's night, or when a day would pass. */
const quietHour = "04";
const maxWaitMs = 20 * 3_600_000;

/** Whether an erasure is due now; called every hour. */
export async function isErasureDue(pool: pg.Pool, now: Date): Promise<boolean> {
  const isQuiet = seoulLocalIso(now).slice(11, 13) === quietHour;
  const { rowCount } = await pool.query(`SELECT FROM ${erasuresDue} WHERE $1 OR at < $2 LIMIT 1`, [
    isQuiet,
    new Date(now.getTime() - maxWaitMs),
  ]);
  return rowCount === 1;
}

/** These contain personal data only encrypted with the member's key. */
const encrypted = ["events", "commands", "command_claims", "drafts"];
/** A larger table would be locked for too long; its deleted rows stay until their space is reused. */
const maxRewrittenBytes = 512 * 1024 * 1024;
const readModelsMs = 5000;
const lockTries = 100;
const lockPauseMs = 50;
const snapshotTries = 200;
const snapshotPauseMs = 50;
const lockNotAvailable = "55P03";
const insufficientPrivilege = "42501";

/**
 * Removes data of withdrawn members from deleted rows: rewrites the tables (VACUUM leaves the bytes in free space) and
 * the statistics of their columns, then begins a new WAL segment and a checkpoint, after which the embedded server
 * deletes the older ones. Without the permission for the last two, the server's own settings apply. Does nothing
 * without a withdrawal, and retries at the next call if read models or older snapshots block it.
 * @returns names of tables that were too large to be rewritten
 */
export async function eraseTraces(
  pool: pg.Pool,
  progress: Pick<ReadModelProgress, "waitFor">,
): Promise<readonly string[]> {
  const due = async () => {
    const { rows } = await pool.query<{ member: string; checkpoint: Checkpoint }>(
      `SELECT member, checkpoint FROM ${erasuresDue}`,
    );
    return rows;
  };
  if ((await due()).length === 0) return [];
  return oneProcessAtATime(pool, erasuresDue, async (client) => {
    const withdrawn = await due();
    for (const { checkpoint } of withdrawn)
      if (!(await progress.waitFor(checkpoint, readModelsMs))) return [];
    if (withdrawn.length === 0 || !(await olderSnapshotsEnd(client))) return [];
    const tooLarge = await rewriteTables(client);
    await ifPermitted(client, "SELECT pg_switch_wal()");
    await ifPermitted(client, "CHECKPOINT");
    await client.query(`DELETE FROM ${erasuresDue} WHERE member = ANY ($1)`, [
      withdrawn.map(({ member }) => member),
    ]);
    return tooLarge;
  });
}

/** A rewrite keeps deleted rows that an older snapshot may read. */
async function olderSnapshotsEnd(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ xid: string }>("SELECT pg_current_xact_id()::text AS xid");
  for (let tries = 0; tries < snapshotTries; tries += 1) {
    const { rowCount } = await client.query(
      `SELECT WHERE pg_snapshot_xmin(pg_current_snapshot()) <= $1::xid8
       OR EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                  AND age(backend_xmin) >= age($1::xid8::xid))`,
      [rows[0]?.xid],
    );
    if (rowCount === 0) return true;
    await pause(snapshotPauseMs);
  }
  return false;
}

async function rewriteTables(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; isSmall: boolean }>(
    `SELECT quote_ident(relname) AS name, pg_total_relation_size(oid) <= $1 AS "isSmall" FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($2)`,
    [maxRewrittenBytes, encrypted],
  );
  // Queries queue behind a waiting rewrite.
  await client.query("SET lock_timeout = '100ms'");
  for (const { name, isSmall } of rows)
    await vacuum(client, isSmall ? `VACUUM (FULL, ANALYZE) ${name}` : `VACUUM (ANALYZE) ${name}`);
  // Contains frequent values of columns. Skipped with a warning for a role without the permission.
  await vacuum(client, "VACUUM (FULL) pg_statistic");
  return rows.filter(({ isSmall }) => !isSmall).map(({ name }) => name);
}

async function vacuum(client: pg.PoolClient, text: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(patient(text));
      return;
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable || tries === lockTries) throw error;
      await pause(lockPauseMs);
    }
  }
}

async function ifPermitted(client: pg.PoolClient, text: string): Promise<void> {
  try {
    await client.query(patient(text));
  } catch (error) {
    if (sqlState(error) !== insufficientPrivilege) throw error;
  }
}
