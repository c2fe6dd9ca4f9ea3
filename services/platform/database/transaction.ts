import type pg from "pg";

/** Runs a task in a transaction on a connection of its own; a fault undoes all of it. */
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
    // A connection that is closed has rolled back, whatever state it was in.
    client.release(true);
    throw error;
  }
}
