import type pg from "pg";
import type { Figures } from "./figures.ts";

const minRows = 1000;

/** Bytes on disk of an event and of a row of each larger table, indexes included. */
export async function noteSizes(pool: pg.Pool, { note, remark }: Figures): Promise<void> {
  await pool.query("VACUUM ANALYZE");
  const { rows } = await pool.query<{ name: string; rows: number; row: number; index: number }>(
    `SELECT relname AS name, reltuples AS rows, pg_table_size(oid) / reltuples AS row,
       pg_indexes_size(oid) / reltuples AS index
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples >= $1
     ORDER BY pg_total_relation_size(oid) DESC`,
    [minRows],
  );
  for (const { name, rows: count, row, index } of rows)
    remark(`${name}: ${count} rows, ${Math.round(row)} bytes each and ${Math.round(index)} of indexes`);
  const { rows: types } = await pool.query<{ type: string; bytes: number }>(
    "SELECT type, avg(pg_column_size(e.*)) AS bytes FROM events e GROUP BY type HAVING count(*) >= $1 ORDER BY type",
    [minRows],
  );
  for (const { type, bytes } of types) remark(`${type}: ${Math.round(bytes)} bytes without indexes`);
  const log = rows.find(({ name }) => name === "events");
  note({ what: "an event on disk", value: (log?.row ?? 0) + (log?.index ?? 0), unit: "bytes" });
  const all = rows.reduce((sum, { rows: count, row, index }) => sum + count * (row + index), 0);
  note({ what: "all tables for each event", value: all / (log?.rows ?? 1), unit: "bytes" });
}
