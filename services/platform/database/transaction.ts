import type pg from "pg";

/** Runs a task in a transaction on its own connection; an error rolls everything back. */
export async function inTransaction<T>(
  pool: pg.Pool,
  task: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await task(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // Closing the connection rolls back, whatever state it was in.
    client.release(true);
    throw error;
  }
}
