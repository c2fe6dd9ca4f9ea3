import { createHmac } from "node:crypto";
import type pg from "pg";
import type { Secrets } from "./secrets.ts";

/** One row: of several processes that begin on an empty database with different keys one is the first. */
export const keyMarkMigrations = [
  {
    name: "secret-key-mark-001",
    sql: `CREATE TABLE secret_key_mark (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      mark text NOT NULL
    );`,
  },
];

/** Identifies a SECRET_KEY, and reveals no more of it than any member's wrapped key does. */
export const keyMarkOf = (secrets: Secrets): string =>
  createHmac("sha256", secrets.sub("backup mark")).update("algomoim").digest("base64url");

/** Marks a database that is not yet. @throws where it was marked with another SECRET_KEY */
export async function markWithKey(pool: pg.Pool, secrets: Secrets): Promise<void> {
  const mark = keyMarkOf(secrets);
  await pool.query("INSERT INTO secret_key_mark (mark) VALUES ($1) ON CONFLICT DO NOTHING", [mark]);
  const { rowCount } = await pool.query("SELECT FROM secret_key_mark WHERE mark = $1", [mark]);
  if (rowCount === 0)
    throw new Error(
      "This database was begun with another SECRET_KEY: set that one, or begin with an empty database.",
    );
}
