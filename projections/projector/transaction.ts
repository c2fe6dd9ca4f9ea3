import pg from "pg";

/** Cuts off a process that freezes in the middle, so that its row locks do not outlive its lease. */
const begin = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = '5s'";

/** Runs something in a transaction on one connection, which is rolled back after an error. */
export async function inTransaction<T>(
  pool: pg.Pool,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener a connection that breaks between two queries ends the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  try {
    await client.query(begin);
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

/** Whether a row with this key is there already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "23505";

/** Readers held a table for too long, or a VACUUM by hand did. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "55P03";

export const isTableMissing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "42P01";
