import { createHmac } from "node:crypto";
import type pg from "pg";
import { inTransaction } from "../../event-store/postgres/transaction.ts";
import { type Secrets, secrets } from "./secrets.ts";

/** The mark of the current SECRET_KEY, and former keys. */
export const keyMarkMigrations = [
  {
    name: "0.2.0/secret-keys",
    sql: `
CREATE TABLE secret_key_mark (
  -- If several processes start on an empty database with different keys, one of them wins.
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  mark text NOT NULL
);
-- Former keys, sealed with the current key, because texts in the log stay encrypted with them.
CREATE TABLE former_secret_keys (sealed text PRIMARY KEY);`,
  },
];

/** Identifies a SECRET_KEY and reveals no more of it than any member's wrapped key does. */
export const keyMarkOf = (secrets: Secrets): string => keyMarksOf(secrets)[0] as string;

/** The marks of a SECRET_KEY and of former ones. */
export const keyMarksOf = (secrets: Secrets): string[] =>
  secrets.subs("backup mark").map((key) => createHmac("sha256", key).update("algomoim").digest("base64url"));

/**
 * Marks a database that has no mark yet.
 * @throws if it was marked with a SECRET_KEY that is none of these
 */
export async function markWithKey(pool: pg.Pool, secrets: Secrets): Promise<void> {
  const marks = keyMarksOf(secrets);
  await pool.query("INSERT INTO secret_key_mark (mark) VALUES ($1) ON CONFLICT DO NOTHING", [marks[0]]);
  const { rowCount } = await pool.query("SELECT FROM secret_key_mark WHERE mark = ANY ($1)", [marks]);
  if (rowCount === 0)
    throw new Error(
      "This database was begun with another SECRET_KEY: set that one, or begin with an empty database.",
    );
}

/** The secrets of the given keys and of the former keys stored in this database. */
export async function secretsOn(pool: pg.Pool, keys: readonly [string, ...string[]]): Promise<Secrets> {
  const given = secrets(...keys);
  const former = (await formerKeysOf(pool)).flatMap((sealed) => {
    try {
      return given.open(sealed);
    } catch {
      // Sealed with another SECRET_KEY, which the check of the mark reports.
      return [];
    }
  });
  return secrets(...keys, ...former);
}

/** The former keys stored in this database, each sealed with a later one. */
export async function formerKeysOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ sealed: string }>("SELECT sealed FROM former_secret_keys");
  return rows.map(({ sealed }) => sealed);
}

/** Stores the result of `formerKeysOf` of another database. */
export async function storeFormerKeys(pool: pg.Pool, sealed: readonly string[]): Promise<void> {
  await pool.query("INSERT INTO former_secret_keys SELECT unnest($1::text[]) ON CONFLICT DO NOTHING", [
    sealed,
  ]);
}

/** Ends a rotation: the current key seals the former ones, and the mark becomes its own. */
export const finishRotation = (pool: pg.Pool, secrets: Secrets): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query("DELETE FROM former_secret_keys");
    await client.query("INSERT INTO former_secret_keys SELECT unnest($1::text[])", [secrets.sealFormer()]);
    await client.query("UPDATE secret_key_mark SET mark = $1", [keyMarkOf(secrets)]);
  });
