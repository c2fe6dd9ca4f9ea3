import type pg from "pg";
import type { Checkpoint } from "#services/event-store/event-store";
import type { AnyProjection } from "../projection.ts";
import { sqlType, tableOf } from "../projection.ts";
import { inProjectorTransaction } from "./transaction.ts";
import { quoted } from "./write.ts";

/** The projector's own tables, as migrations. */
export const readModelsMigrations = [
  {
    name: "0.2.0/read-models",
    sql: `
    -- Who may write read models. The fence grows with every takeover; a writer with an older one is refused.
    CREATE TABLE read_model_lease (
      id integer PRIMARY KEY CHECK (id = 1),
      owner text NOT NULL,
      fence bigint NOT NULL,
      until timestamptz NOT NULL,
      -- When the database server was started under which the lease was taken: a lease from before a restart is free.
      server_started timestamptz
    );
    INSERT INTO read_model_lease VALUES (1, '', 0, '-infinity');

    -- How far each serving table has come. Only state 'running' counts for readers that wait for a checkpoint.
    CREATE TABLE read_model_checkpoints (
      name text PRIMARY KEY,
      version integer NOT NULL,
      checkpoint text NOT NULL,
      events bigint NOT NULL DEFAULT 0,
      state text NOT NULL DEFAULT 'catching-up' CHECK (state IN ('running', 'catching-up', 'stopped')),
      stopped_event text,
      stopped_reason text,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    -- Tables being built beside a serving one; a build that broke off goes on from here.
    CREATE TABLE read_model_builds (
      name text PRIMARY KEY,
      version integer NOT NULL,
      builder uuid NOT NULL,
      checkpoint text NOT NULL,
      events bigint NOT NULL DEFAULT 0,
      updated_at timestamptz NOT NULL DEFAULT now()
    );
  `,
  },
] as const;

/**
 * A table with its primary key. Text uses byte order, so that positions sort as text on every server. Postgres names
 * the indexes, so that a table can be renamed after a build.
 */
export function createTableSql(
  target: string,
  { columns, key }: AnyProjection["table"],
  kind: "TABLE" | "TEMP TABLE" = "TABLE",
): string {
  const lines = Object.entries(columns).map(([name, column]) => {
    const collation = sqlType(column) === "text" ? ' COLLATE "C"' : "";
    const presence = column.endsWith(" null") ? "" : " NOT NULL";
    return `${quoted(name)} ${sqlType(column)}${collation}${presence}`;
  });
  return `CREATE ${kind} ${quoted(target)} (${lines.join(", ")}, PRIMARY KEY (${key.map(quoted).join(", ")}))`;
}

/** The secondary indexes of a table; empty if it has none. */
export const createIndexesSql = (target: string, { indexes }: AnyProjection["table"]): string =>
  indexes.map((index) => `CREATE INDEX ON ${quoted(target)} ${index}`).join(";\n");

/** A table with all its indexes. */
export const createReadModelSql = (
  target: string,
  table: AnyProjection["table"],
  kind: "TABLE" | "TEMP TABLE" = "TABLE",
): string => `${createTableSql(target, table, kind)};\n${createIndexesSql(target, table)}`;

/**
 * Creates missing tables of read models, empty, to be filled from the start of the log. Others stay unchanged, whatever
 * their version. Any process may call it at any time.
 */
export async function prepareReadModels(
  pool: pg.Pool,
  projections: readonly AnyProjection[],
  start: Checkpoint,
): Promise<void> {
  if ((await missingOf(pool, projections)).length === 0) return;
  await inProjectorTransaction(pool, async (client) => {
    await client.query("LOCK TABLE read_model_checkpoints IN SHARE ROW EXCLUSIVE MODE");
    for (const { name, version, table } of await missingOf(client, projections)) {
      await client.query(`DROP TABLE IF EXISTS ${quoted(tableOf(name))}`);
      await client.query(createReadModelSql(tableOf(name), table));
      await client.query(
        `INSERT INTO read_model_checkpoints (name, version, checkpoint) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET version = excluded.version, checkpoint = excluded.checkpoint,
           events = 0, state = 'catching-up', stopped_event = NULL, stopped_reason = NULL`,
        [name, version, start],
      );
    }
  });
}

/** Read models without a table or a checkpoint. */
async function missingOf(db: Pick<pg.Pool, "query">, projections: readonly AnyProjection[]) {
  const { rows } = await db.query<{ name: string }>(
    `SELECT c.name FROM read_model_checkpoints c JOIN unnest($1::text[], $2::text[]) AS t(name, target)
     ON t.name = c.name AND to_regclass(t.target) IS NOT NULL`,
    [projections.map(({ name }) => name), projections.map(({ name }) => quoted(tableOf(name)))],
  );
  const there = new Set(rows.map(({ name }) => name));
  return projections.filter(({ name }) => !there.has(name));
}
