import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

const lock = "hashtext('alone on this database')";

/** A session that has just ended may still hold its lock, because a pooler keeps it open for a while. */
const attempts = 20;
const betweenAttemptsMs = 50;

/**
 * Locks the database for this session alone.
 * @throws while another session holds the lock
 */
export const lockExclusively = (client: pg.ClientBase): Promise<void> =>
  untilGiven(client, `pg_try_advisory_lock(${lock})`);

/** @throws while a session has locked the database for itself */
export const assertUnlocked = (pool: pg.Pool): Promise<void> =>
  // The lock is released at the end of the statement.
  untilGiven(pool, `pg_try_advisory_xact_lock_shared(${lock})`);

async function untilGiven(database: Pick<pg.Pool, "query">, right: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await database.query<{ given: boolean }>(`SELECT ${right} AS given`);
    if (rows[0]?.given) return;
    if (attempt === attempts)
      throw new Error(
        "An import, a restore or a move of the log is using this database: wait until it ends.",
      );
    await pause(betweenAttemptsMs);
  }
}
