import type pg from "pg";
import type { Checkpoint } from "#services/event-store/event-store";
import type { BuildTools } from "./building/build.ts";
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

/** Builds a read model in a private table and compares it row by row with the serving one at the same checkpoint. */
export async function verifyReadModel(tools: BuildTools): Promise<Verification> {
  const log = tools.replay?.(typesReadBy([tools.projection])) ?? tools.store;
  const client = await tools.pool.connect();
  try {
    const tempTable = `${tableOf(tools.projection.name)}__verify`;
    await client.query("SET statement_timeout = 0");
    await client.query(createReadModelSql(tempTable, tools.projection.table, "TEMP TABLE"));
    const near = await fill(tools.projection, log, client, tempTable, tools.store.start);
    // In one snapshot the serving rows and their checkpoint are consistent, without blocking the projector.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    const checkpoint = await fill(tools.projection, log, client, tempTable, near);
    const found = await compare(client, tools.projection, tempTable);
    await client.query("COMMIT");
    return { name: tools.projection.name, checkpoint, ...found };
  } finally {
    // Closing the connection drops the private table and the setting.
    client.release(true);
  }
}

async function fill(
  projection: AnyProjection,
  log: Log,
  client: pg.PoolClient,
  tempTable: string,
  from: Checkpoint,
): Promise<Checkpoint> {
  const row = (await readModelRows(client)).find(({ name }) => name === projection.name);
  if (row?.version !== projection.version) {
    throw new Error(`${projection.name} is not served in version ${projection.version}: rebuild it first`);
  }
  let at = from;
  while (log.compare(at, row.checkpoint) < 0) {
    await applyRange(projection, at, await readRange(log, at, row.checkpoint, batchSize), async (folded) => {
      await writeSteps(client, tempTable, projection, folded.steps);
      at = folded.checkpoint;
    });
  }
  return at;
}

interface Pair {
  serving: Record<string, unknown> | null;
  rebuilt: Record<string, unknown> | null;
  differing: string | number;
}

async function compare(client: pg.PoolClient, { name, table }: BuildTools["projection"], tempTable: string) {
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
