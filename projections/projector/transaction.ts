import pg from "pg";
import { inTransaction } from "#services/event-store/postgres/transaction";

/** Ends the transaction of a process that freezes, so that its row locks do not outlive its lease. */
const begin = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = '5s'";

/** Runs a task by `inTransaction`; the database ends it once its process has been silent for 5 s. */
export const inProjectorTransaction = <T>(
  pool: pg.Pool,
  task: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => inTransaction(pool, task, begin);

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
