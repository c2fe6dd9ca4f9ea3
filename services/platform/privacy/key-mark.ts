import { createHmac } from "node:crypto";
import type pg from "pg";
import { inTransaction } from "../database/transaction.ts";
import { type Secrets, secrets } from "./secrets.ts";

/** One row: of several processes that begin on an empty database with different keys one is the first. */
export const keyMarkMigrations = [
  {
    name: "secret-key-mark-001",
    sql: `CREATE TABLE secret_key_mark (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      mark text NOT NULL
    );`,
  },
  {
    name: "secret-key-mark-002",
    // Keys before the present one, which seals them: texts in the log stay sealed with them.
    sql: "CREATE TABLE former_secret_keys (sealed text PRIMARY KEY);",
  },
];

/** Identifies a SECRET_KEY, and reveals no more of it than any member's wrapped key does. */
export const keyMarkOf = (secrets: Secrets): string => keyMarksOf(secrets)[0] as string;

/** Those of a SECRET_KEY and of the ones before it. */
export const keyMarksOf = (secrets: Secrets): string[] =>
  secrets.subs("backup mark").map((key) => createHmac("sha256", key).update("algomoim").digest("base64url"));

/** Marks a database that is not yet. @throws where it was marked with a SECRET_KEY that is none of these */
export async function markWithKey(pool: pg.Pool, secrets: Secrets): Promise<void> {
  const marks = keyMarksOf(secrets);
  await pool.query("INSERT INTO secret_key_mark (mark) VALUES ($1) ON CONFLICT DO NOTHING", [marks[0]]);
  const { rowCount } = await pool.query("SELECT FROM secret_key_mark WHERE mark = ANY ($1)", [marks]);
  if (rowCount === 0)
    throw new Error(
      "This database was begun with another SECRET_KEY: set that one, or begin with an empty database.",
    );
}

/** The secrets of the keys that are given, and of those that this database keeps. */
export async function secretsOn(pool: pg.Pool, keys: readonly [string, ...string[]]): Promise<Secrets> {
  const given = secrets(...keys);
  const kept = (await formerKeysOf(pool)).flatMap((sealed) => {
    try {
      return given.open(sealed);
    } catch {
      // Of another SECRET_KEY, which the mark will tell.
      return [];
    }
  });
  return secrets(...keys, ...kept);
}

/** The keys that this database keeps, each sealed with one that came after it. */
export async function formerKeysOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ sealed: string }>("SELECT sealed FROM former_secret_keys");
  return rows.map(({ sealed }) => sealed);
}

/** Takes over what `formerKeysOf` gave of another database. */
export async function keepFormerKeys(pool: pg.Pool, sealed: readonly string[]): Promise<void> {
  await pool.query("INSERT INTO former_secret_keys SELECT unnest($1::text[]) ON CONFLICT DO NOTHING", [
    sealed,
  ]);
}

/** From now on the present key is enough: it seals those before it, and the mark is its own. */
export const finishRotation = (pool: pg.Pool, secrets: Secrets): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query("DELETE FROM former_secret_keys");
    await client.query("INSERT INTO former_secret_keys SELECT unnest($1::text[])", [secrets.sealFormer()]);
    await client.query("UPDATE secret_key_mark SET mark = $1", [keyMarkOf(secrets)]);
  });
