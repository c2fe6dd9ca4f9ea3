import type pg from "pg";
import { isUnreachable } from "../unavailable.ts";

/** Runs a task in a transaction on its own connection; an error rolls everything back. */
export async function inTransaction<T>(
  pool: Pick<pg.Pool, "connect">,
  task: (client: pg.PoolClient) => Promise<T>,
  begin = "BEGIN",
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const result = await task(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // A refusal keeps the connection, because a new one costs more than most transactions. After an outage the state of
    // the connection is unknown: closing it rolls back.
    const isRolledBack = !isUnreachable(error) && (await rollBack(client));
    client.release(!isRolledBack);
    throw error;
  }
}

const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query("ROLLBACK").then(
    () => true,
    () => false,
  );
