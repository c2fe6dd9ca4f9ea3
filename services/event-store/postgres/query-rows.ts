import type pg from "pg";
import { asPortError, retryStale } from "../unavailable.ts";

/**
 * Runs a statement that only reads or may run twice, and returns its rows.
 * @throws StoreUnavailable | an error of the database that concerns the statement
 */
export const queryRows = <Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
): Promise<Row[]> =>
  retryStale(pool, async () => (await pool.query<Row>(statement)).rows).catch((error) => {
    throw asPortError(error);
  });
