import type pg from "pg";

/** The holder's job may take long; the pool's own timeout is that of requests. */
const withoutTimeout = { text: "SELECT pg_advisory_lock(hashtext($1))", query_timeout: 24 * 3_600_000 };

/** Runs a job under a lock that all processes on this database share; the second waits. Its connection has no time limit. */
export async function oneProcessAtATime<T>(
  pool: pg.Pool,
  name: string,
  job: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("SET statement_timeout = 0");
    await client.query({ ...withoutTimeout, values: [name] });
    return await job(client);
  } finally {
    // Closed, not returned: that frees the lock and forgets the setting whatever happened.
    client.release(true);
  }
}
