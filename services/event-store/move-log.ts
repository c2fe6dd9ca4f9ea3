import type pg from "pg";
import type { Pair } from "./copy-log.ts";

/** Steps that move the log of a PostgreSQL database to another store. Each is repeatable. */

/**
 * Runs a move while nothing can be appended to the log, and reopens the log if the move fails. The lock ends with the
 * holder's session, so the next start reopens a log that a killed process left closed.
 * @param holder also executes the last step of the move, so that it requires the lock
 * @throws while another process moves this log
 */
export async function whileClosed(
  pool: pg.Pool,
  holder: pg.ClientBase,
  move: () => Promise<void>,
): Promise<void> {
  if (!(await isFirst(holder))) throw new Error("Another command is moving this log: wait for its end.");
  await closeLog(pool);
  try {
    await move();
  } catch (error) {
    // If this fails too, the next start reopens the log.
    await reopenLog(pool).catch(() => {});
    throw error;
  }
}

/** Reopens a log that a killed process left closed. Returns whether it was closed. */
export async function reopenIfAbandoned(pool: pg.Pool): Promise<boolean> {
  const closed = "SELECT FROM pg_trigger WHERE tgname = 'log_closed' AND tgrelid = 'events'::regclass";
  if ((await pool.query(closed)).rowCount === 0) return false;
  const holder = await pool.connect();
  try {
    if (!(await isFirst(holder))) return false;
    // The last holder of the lock may have completed the move.
    const { rowCount } = await holder.query("SELECT FROM log_home WHERE store = 'postgres'");
    if (rowCount === 1) await reopenLog(pool);
    return rowCount === 1;
  } finally {
    // Closing the connection releases the lock.
    holder.release(true);
  }
}

async function isFirst(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ first: boolean }>(
    "SELECT pg_try_advisory_lock(hashtext('migrate events')) AS first",
  );
  return rows[0]?.first === true;
}

/** Refuses appends from now on, after those in progress have finished. */
export const closeLog = (pool: pg.Pool) =>
  pool.query(`
    BEGIN;
    CREATE OR REPLACE TRIGGER log_closed BEFORE INSERT ON commands EXECUTE FUNCTION refuse_append();
    CREATE OR REPLACE TRIGGER log_closed BEFORE INSERT ON events EXECUTE FUNCTION refuse_append();
    COMMIT`);

/** Undoes `closeLog`. */
const reopenLog = (pool: pg.Pool) =>
  pool.query(`
    BEGIN;
    DROP TRIGGER IF EXISTS log_closed ON commands;
    DROP TRIGGER IF EXISTS log_closed ON events;
    COMMIT`);

/** Records the checkpoints of events in both logs, for `adoptLog`. */
export async function recordCheckpoints(pool: pg.Pool) {
  await pool.query(`
    DROP TABLE IF EXISTS log_move;
    CREATE UNLOGGED TABLE log_move (
      n bigint GENERATED ALWAYS AS IDENTITY, old text NOT NULL, new text NOT NULL, command_id uuid NOT NULL
    )`);
  return async (pairs: readonly Pair[]): Promise<void> => {
    await pool.query(
      "INSERT INTO log_move (old, new, command_id) SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[])",
      [
        pairs.map(({ from }) => from.checkpoint),
        pairs.map(({ to }) => to.checkpoint),
        pairs.map(({ from }) => from.meta.commandId),
      ],
    );
  };
}

/**
 * Makes the other log the log of this database, in one transaction: commands keep their responses, reactors their
 * checkpoints, and read models are rebuilt.
 * @param start of the other log
 */
export async function adoptLog(client: pg.ClientBase, store: string, start: string): Promise<void> {
  await client.query("BEGIN; SET LOCAL statement_timeout = 0; CREATE INDEX ON log_move (old)");
  for (const [text, values] of adoption(store, start)) await client.query(text, values);
  await client.query("COMMIT");
}

const moved = (old: string, start: string) =>
  `coalesce((SELECT m.new FROM log_move m WHERE m.old = ${old}), ${start})`;

/** A checkpoint without a matching event becomes the start; reactors are idempotent. */
const adoption = (store: string, start: string): [text: string, values?: unknown[]][] => [
  [
    `INSERT INTO command_claims (command_id, attempt, fingerprint, answer, checkpoint, at)
     SELECT m.command_id, gen_random_uuid(), c.fingerprint, c.answer, m.new, coalesce(c.at, now())
     FROM (SELECT DISTINCT ON (command_id) command_id, new FROM log_move ORDER BY command_id, n DESC) m
     LEFT JOIN commands c USING (command_id)
     ON CONFLICT DO NOTHING`,
  ],
  [
    `INSERT INTO command_claims (command_id, attempt, fingerprint, answer, checkpoint, at)
     SELECT c.command_id, gen_random_uuid(), c.fingerprint, c.answer, ${moved("c.checkpoint", "$1")}, c.at
     FROM commands c ON CONFLICT DO NOTHING`,
    [start],
  ],
  [`UPDATE reactors SET checkpoint = ${moved("checkpoint", "$1")}, wrote = ${moved("wrote", "$1")}`, [start]],
  ["DELETE FROM read_model_checkpoints"],
  ["DELETE FROM read_model_builds"],
  [
    "INSERT INTO log_home (store) VALUES ($1) ON CONFLICT (only_row) DO UPDATE SET store = excluded.store",
    [store],
  ],
  ["DROP TABLE log_move"],
];
