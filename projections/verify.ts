import type pg from "pg";
import type { Checkpoint } from "#services/event-store/event-store";
import type { StoreAndPool } from "./building/build.ts";
import { applyRange, type Log, readRange } from "./building/log-range.ts";
import { type AnyProjection, tableOf, typesReadBy } from "./projection.ts";
import { writeSteps } from "./projector/apply.ts";
import { readModelRows } from "./projector/checkpoints.ts";
import { createReadModelSql } from "./projector/schema.ts";
import { quoted } from "./projector/write.ts";

/**
 * A row that differs between the serving table and a rebuilt one: its key and the names of columns, no other values.
 */
interface RowDifference {
  readonly key: Readonly<Record<string, unknown>>;
  readonly kind: "missing" | "superfluous" | "different";
  readonly columns: readonly string[];
}

interface Verification {
  readonly name: string;
  /** Checkpoint at which both tables were compared. */
  readonly checkpoint: Checkpoint;
  /** Rows of the rebuilt table. */
  readonly rows: number;
  readonly differing: number;
  /** The first hundred differences. */
  readonly differences: readonly RowDifference[];
}

const batchSize = 1000;
const listed = 100;

/**
 * Builds read models in private tables, in one pass of the log, and compares each row by row with the serving one at the
 * same checkpoint.
 */
export async function* verifyReadModels(
  tools: StoreAndPool,
  projections: readonly AnyProjection[],
): AsyncGenerator<Verification> {
  const log = tools.replay?.(typesReadBy(projections)) ?? tools.store;
  const client = await tools.pool.connect();
  try {
    await client.query("SET statement_timeout = 0");
    const copies = projections.map((projection): Copy => {
      return { projection, table: `${tableOf(projection.name)}__verify`, checkpoint: tools.store.start };
    });
    for (const { projection, table } of copies)
      await client.query(createReadModelSql(table, projection.table, "TEMP TABLE"));
    await fill(copies, log, client);
    // In one snapshot the serving rows and their checkpoints are consistent, without blocking the projector.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await fill(copies, log, client);
    for (const { projection, table, checkpoint } of copies) {
      const found = await compare(client, projection, table);
      yield { name: projection.name, checkpoint, ...found };
    }
    await client.query("COMMIT");
  } finally {
    // Closing the connection drops the private tables and the setting.
    client.release(true);
  }
}

/** A read model in a private table, and the checkpoint of its rows. */
interface Copy {
  readonly projection: AnyProjection;
  readonly table: string;
  checkpoint: Checkpoint;
}

/** Brings each copy to the checkpoint of its serving table. */
async function fill(copies: readonly Copy[], log: Log, client: pg.PoolClient): Promise<void> {
  const rows = new Map((await readModelRows(client)).map((row) => [row.name, row]));
  const lacking = copies.map((copy) => {
    const { name, version } = copy.projection;
    const row = rows.get(name);
    if (row?.version !== version)
      throw new Error(`${name} is not served in version ${version}: rebuild it first`);
    return { copy, end: row.checkpoint };
  });
  const isBefore = (one: Checkpoint, other: Checkpoint) => log.compare(one, other) < 0;
  const first = copies.map(({ checkpoint }) => checkpoint).reduce((a, b) => (isBefore(b, a) ? b : a));
  const last = lacking.map(({ end }) => end).reduce((a, b) => (isBefore(a, b) ? b : a));
  for (let from = first; isBefore(from, last); ) {
    const range = await readRange(log, from, last, batchSize);
    for (const { copy, end } of lacking) {
      const to = isBefore(end, range.to) ? end : range.to;
      if (!isBefore(copy.checkpoint, to)) continue;
      const events = range.events.filter(
        ({ checkpoint }) => isBefore(copy.checkpoint, checkpoint) && !isBefore(to, checkpoint),
      );
      await applyRange(copy.projection, copy.checkpoint, { events, to }, async (folded) => {
        await writeSteps(client, copy.table, copy.projection, folded.steps);
        copy.checkpoint = folded.checkpoint;
      });
    }
    from = range.to;
  }
}

interface Pair {
  serving: Record<string, unknown> | null;
  rebuilt: Record<string, unknown> | null;
  differing: string | number;
}

async function compare(client: pg.PoolClient, { name, table }: AnyProjection, tempTable: string) {
  const sameKey = table.key.map((column) => `s.${quoted(column)} = r.${quoted(column)}`).join(" AND ");
  // Over a large table this may take longer than the pool's timeout.
  const patient = { query_timeout: 3_600_000 };
  const { rows } = await client.query<Pair>({
    ...patient,
    text: `SELECT to_jsonb(s) AS serving, to_jsonb(r) AS rebuilt, count(*) OVER () AS differing
      FROM ${quoted(tableOf(name))} s FULL JOIN ${quoted(tempTable)} r ON ${sameKey}
      WHERE to_jsonb(s) IS DISTINCT FROM to_jsonb(r) LIMIT ${listed}`,
  });
  const { rows: counted } = await client.query<{ rows: string | number }>({
    ...patient,
    text: `SELECT count(*) AS rows FROM ${quoted(tempTable)}`,
  });
  return {
    rows: Number(counted[0]?.rows),
    differing: Number(rows[0]?.differing ?? 0),
    differences: rows.map(({ serving, rebuilt }): RowDifference => {
      const some = serving ?? rebuilt ?? {};
      const key = Object.fromEntries(table.key.map((column) => [column, some[column]]));
      if (!serving || !rebuilt) return { key, kind: serving ? "superfluous" : "missing", columns: [] };
      const columns = Object.keys(table.columns).filter(
        (column) => JSON.stringify(serving[column]) !== JSON.stringify(rebuilt[column]),
      );
      return { key, kind: "different", columns };
    }),
  };
}
