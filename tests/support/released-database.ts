import { readFileSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { tableOf } from "#projections/projection";
import { createReadModelSql } from "#projections/projector/schema";
import { readModels } from "#projections/read-models";
import { sequencesOf } from "#services/ops/backup/contents";
import { type Migration, migrate } from "#services/platform/database/migrations";
import { allMigrations } from "./migrations.ts";

/** A whole database of a release with the statements that created it, and what the release showed of it. */
export interface ReleasedDatabase {
  readonly migrations: readonly Migration[];
  /** Statements that create the tables of the read models. */
  readonly readModels: readonly string[];
  /** Referenced tables first; `rows` in the text format of COPY. */
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly rows: string;
  }[];
  readonly sequences: Awaited<ReturnType<typeof sequencesOf>>;
  readonly shown: readonly Shown[];
}

/** A response to a member of the development provider. */
export interface Shown {
  readonly handle: string;
  /** Below `/api/v1/`. */
  readonly path: string;
  readonly status: number;
  readonly data: unknown;
}

const fileOf = (release: string) => new URL(`../examples/releases/${release}.json.gz`, import.meta.url);

export const readReleased = (release: string): ReleasedDatabase =>
  JSON.parse(gunzipSync(readFileSync(fileOf(release))).toString());

export const writeReleased = (release: string, released: ReleasedDatabase): void =>
  writeFileSync(fileOf(release), gzipSync(JSON.stringify(released), { level: 9 }));

export const sizeOfReleased = (release: string): number => readFileSync(fileOf(release)).length;

/** A database that this program has created, and that no process uses. */
export async function dump(pool: pg.Pool, shown: readonly Shown[]): Promise<ReleasedDatabase> {
  const client = await pool.connect();
  try {
    const { rows: found } = await client.query<{ name: string; columns: string[] }>(
      // A table is younger than those that it references.
      `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
         AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       GROUP BY c.oid, c.relname ORDER BY c.oid`,
    );
    const tables = [];
    for (const { name, columns } of found)
      tables.push({
        name,
        columns,
        rows: await text(client.query(copyTo(`COPY ${listed(name, columns)} TO STDOUT`))),
      });
    return {
      migrations: allMigrations,
      readModels: readModels.map(({ name, table }) => createReadModelSql(tableOf(name), table)),
      tables,
      sequences: await sequencesOf(client),
      shown,
    };
  } finally {
    client.release();
  }
}

/** Fills an empty database as the release left it. */
export async function fill(pool: pg.Pool, released: ReleasedDatabase): Promise<void> {
  await migrate(pool, released.migrations);
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    for (const sql of released.readModels) await client.query(sql);
    // Migrations insert rows, too.
    for (const { name } of released.tables.toReversed()) await client.query(`DELETE FROM "${name}"`);
    for (const { name, columns, rows } of released.tables)
      await pipeline(
        Readable.from([rows]),
        client.query(copyFrom(`COPY ${listed(name, columns)} FROM STDIN`)),
      );
    for (const { name, value, isCalled } of released.sequences)
      await client.query("SELECT setval($1::regclass, $2, $3)", [name, value, isCalled]);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

const listed = (name: string, columns: readonly string[]) =>
  `"${name}" (${columns.map((column) => `"${column}"`).join(", ")})`;
