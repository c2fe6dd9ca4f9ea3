import type pg from "pg";
import { patient } from "./patient.ts";

/** The holder's job may take longer than the pool's timeout, which is meant for requests. */
const lock = patient("SELECT pg_advisory_lock(hashtext($1))");

/**
 * Runs a job under a lock shared by all processes on this database; others wait for it. Its connection has no time
 * limit.
 */
export async function oneProcessAtATime<T>(
  pool: pg.Pool,
  name: string,
  job: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("SET statement_timeout = 0");
    await client.query({ ...lock, values: [name] });
    return await job(client);
  } finally {
    // Closing the connection frees the lock and discards the setting in any case.
    client.release(true);
  }
}
