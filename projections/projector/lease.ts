import type pg from "pg";

/**
 * A lease that ends later than the maximum was written before the server's clock was set back. One from before the
 * server's start may belong to a process that crashed with it.
 */
const held = `until BETWEEN clock_timestamp() AND clock_timestamp() + interval '1 minute'
  AND server_started = pg_postmaster_start_time()`;

/** Whether a process holds the lease. */
export async function isHeld(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(`SELECT FROM read_model_lease WHERE ${held}`);
  return rowCount === 1;
}

/** Takes the lease if no process holds it. Returns the fence that every write must present, or undefined. */
export async function acquireLease(pool: pg.Pool, owner: string, ms: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ fence: string | number }>(
    `UPDATE read_model_lease SET owner = $1, fence = fence + 1, until = clock_timestamp() + $2 * interval '1 ms',
       server_started = pg_postmaster_start_time()
     WHERE (${held}) IS NOT TRUE RETURNING fence`,
    [owner, ms],
  );
  return rows[0] && Number(rows[0].fence);
}

/** Whether the lease with this fence was still held and is extended. */
export async function renewLease(pool: pg.Pool, fence: number, ms: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE read_model_lease SET until = clock_timestamp() + $2 * interval '1 ms',
       server_started = pg_postmaster_start_time() WHERE fence = $1`,
    [fence, ms],
  );
  return rowCount === 1;
}

/** Lets another process take over immediately. */
export async function releaseLease(pool: pg.Pool, fence: number): Promise<void> {
  await pool.query("UPDATE read_model_lease SET until = '-infinity' WHERE fence = $1", [fence]);
}

/**
 * Ends the transactions of a former holder that have been open for this long because it froze. No timeout of PostgreSQL
 * ends a COPY that waits for its rows, and its locks would outlive the lease for as long as the process is frozen.
 * Limited to this database, because in a copy of it the table has the same OID.
 */
export async function endFrozen(pool: pg.Pool, ms: number): Promise<void> {
  await pool.query(
    `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE a.datname = current_database() AND l.relation = to_regclass('read_model_checkpoints')
       AND l.mode = 'RowExclusiveLock' AND l.granted AND l.pid <> pg_backend_pid()
       AND a.xact_start < clock_timestamp() - $1 * interval '1 ms'`,
    [ms],
  );
}
