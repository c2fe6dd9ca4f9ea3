import type pg from "pg";

const oldestMajor = 15;

/** @throws Error with one sentence if the database is too old, not UTF-8, or its locale does not know Hangul letters */
export async function checkDatabase(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ major: number; encoding: string; hangul: boolean }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major,
            current_setting('server_encoding') AS encoding, '가' ~ '[[:alpha:]]' AS hangul`,
  );
  const found = rows[0];
  if (!found) return;
  if (found.major < oldestMajor)
    throw new Error(`PostgreSQL ${oldestMajor} or newer is needed; DATABASE_URL points to ${found.major}.`);
  if (found.encoding !== "UTF8")
    throw new Error(`The database must be encoded in UTF8; DATABASE_URL points to one in ${found.encoding}.`);
  if (!found.hangul)
    throw new Error("The database's locale does not know Hangul letters: create it with the locale C.UTF-8.");
}
