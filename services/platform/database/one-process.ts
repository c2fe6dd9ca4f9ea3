import type pg from "pg";

/** Runs a job under a lock that all processes on this database share; whoever comes second waits. */
export async function oneProcessAtATime<T>(pool: pg.Pool, name: string, job: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("SET statement_timeout = 0");
    await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
    return await job();
  } finally {
    // Closed, not returned: that frees the lock and forgets the setting whatever happened.
    client.release(true);
  }
}
