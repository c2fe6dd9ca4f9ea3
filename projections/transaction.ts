import pg from "pg";

/**
 * Runs something in a transaction on one connection. A process that freezes in the middle is cut off by the server
 * after 5 s, so that its row locks do not outlive its lease.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  use: (client: pg.PoolClient) => Promise<T>,
  isolation: "READ COMMITTED" | "REPEATABLE READ" = "READ COMMITTED",
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener a connection that breaks between two queries ends the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  try {
    await client.query(
      `BEGIN ISOLATION LEVEL ${isolation}; SET LOCAL idle_in_transaction_session_timeout = '5s'`,
    );
    const result = await use(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off("error", onError);
    client.release(broken);
  }
}

/**
 * SQLSTATE classes that say the statement or its values are at fault: repeating it cannot help. Everything else
 * (connection lost, server shutting down, deadlock, disk full …) may pass.
 */
const faultClasses: ReadonlySet<string> = new Set(["0A", "21", "22", "23", "42", "54"]);

/** Whether the database refused the values themselves. */
export const isDataFault = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && faultClasses.has(error.code?.slice(0, 2) ?? "");
