import type pg from "pg";
import { sqlState } from "../../event-store/unavailable.ts";

const diskFull = "53100";
export const diskFullSentence = `The disk of the database is full (SQLSTATE ${diskFull}): free some of it, or nothing can be written.`;

/** Whether the server's disk is full, tested by rows that it must write to disk and then discards. */
export async function isDiskFull(pool: Pick<pg.Pool, "query">): Promise<boolean> {
  return pool.query("SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 10000)").then(
    () => false,
    (error: unknown) => sqlState(error) === diskFull,
  );
}
