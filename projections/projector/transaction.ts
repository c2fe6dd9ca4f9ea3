import pg from "pg";

/** Ends the transaction of a process that freezes, so that its row locks do not outlive its lease. */
const begin = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = '5s'";

/** Runs work in a transaction on one connection, which is rolled back after an error. */
export async function inTransaction<T>(
  pool: pg.Pool,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener, a connection that breaks between two queries would end the process.
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
 * SQLSTATE classes that blame the statement or its values: repeating it cannot help. All other errors (connection lost,
 * shutdown, deadlock, disk full …) may be transient.
 */
const dataErrorClasses: ReadonlySet<string> = new Set(["0A", "21", "22", "23", "42", "54"]);

/** Whether the database rejected the values themselves. */
export const isDataError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && dataErrorClasses.has(error.code?.slice(0, 2) ?? "");

/** Whether a row with this key already exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "23505";

/** Readers, or a manual VACUUM, held a table for too long. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "55P03";

export const isTableMissing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "42P01";
