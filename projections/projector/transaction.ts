import pg from "pg";
import { bytesOf, FailedStatement, inOneTrip, type Sent } from "./one-trip.ts";

/** Cuts off a process that freezes in the middle, so that its row locks do not outlive its lease. */
const begin = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = '5s'";

/** Runs something in a transaction on one connection. */
export function inTransaction<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return undoing(pool, async (client) => {
    await client.query(begin);
    const result = await use(client);
    await client.query("COMMIT");
    return result;
  });
}

/** Bytes of values that leave in one piece on any line, since the system keeps so many for one that is idle. */
const onePiece = 32_000;

/**
 * Statements in a transaction whose answers nobody needs before its end. The first that fails undoes them all.
 * @param timeoutMs for what goes out together; by default as for any statement of the pool
 * @throws FailedStatement
 */
export async function allAtOnce(
  pool: pg.Pool,
  statements: readonly Sent[],
  timeoutMs?: number,
): Promise<void> {
  const hasCopy = statements.some(({ copied }) => copied !== undefined);
  // What a COPY has begun to read no timeout ends, so that it gains nothing by two.
  if (!hasCopy && bytesOf(statements) > onePiece) return inTwoTrips(pool, statements, timeoutMs);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await inOneTrip(client, statements, timeoutMs);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}

/** All of them and the commit go out together, after a beginning that bounds how long their locks may be held. */
const inTwoTrips = (pool: pg.Pool, statements: readonly Sent[], timeoutMs?: number): Promise<void> =>
  undoing(pool, async (client) => {
    // Not together with the others: outside of a transaction each would be kept by itself.
    await client.query(begin);
    Object.assign(client, { pipeline: true });
    try {
      // Each waits for those before it, the commit for all of them.
      const answers = await Promise.allSettled(
        [...statements, { text: "COMMIT", values: [] }].map(({ text, values }) =>
          client.query({ text, values: [...values], query_timeout: timeoutMs } as pg.QueryConfig),
        ),
      );
      const at = answers.findIndex(({ status }) => status === "rejected");
      const failed = answers[at];
      if (failed?.status === "rejected") throw new FailedStatement(at, failed.reason);
    } finally {
      Object.assign(client, { pipeline: false });
    }
  });

/** Lends a connection; after an error whatever was begun on it is taken back. */
async function undoing<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener a connection that breaks between two queries ends the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  try {
    return await use(client);
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

export const isTableMissing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "42P01";
