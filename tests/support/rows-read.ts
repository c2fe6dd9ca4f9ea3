import type { CompiledQuery, Kysely } from "kysely";
import type pg from "pg";
import type { ReadModelsDatabase } from "#projections/database";

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Function Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** What the statements of a reader did, whatever their plans. */
export interface Work {
  /** Rows read by table, with those that a filter dropped. */
  readonly rows: Readonly<Record<string, number>>;
  /** Scans begun by table or function: more than one if each row of another table begins one. */
  readonly scans: Readonly<Record<string, number>>;
  /** Rows that were sorted. */
  readonly sorted: number;
}

/**
 * Runs a reader and explains each of its prepared statements, with the plan for any values that a connection uses after
 * some executions.
 */
export async function workOf(
  { kysely, pool }: { readonly kysely: Kysely<never>; readonly pool: pg.Pool },
  read: (db: ReadModelsDatabase) => Promise<unknown>,
): Promise<Work> {
  const statements: CompiledQuery[] = [];
  const recording = new Proxy(kysely as unknown as ReadModelsDatabase, {
    get(target, name) {
      if (name === "executeQuery")
        return (query: CompiledQuery) => {
          statements.push(query);
          return target.executeQuery(query);
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await read(recording);
  const work = { rows: {} as Record<string, number>, scans: {} as Record<string, number>, sorted: 0 };
  const client = await pool.connect();
  try {
    await client.query("SET plan_cache_mode = force_generic_plan");
    for (const [n, { sql, parameters }] of statements.entries()) {
      const { rows } = await client.query({
        name: `explained_${n}_${Math.random()}`,
        text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`,
        values: [...parameters],
      });
      add(work, rows[0]["QUERY PLAN"][0].Plan);
    }
  } finally {
    client.release(true);
  }
  return work;
}

function add(
  work: { rows: Record<string, number>; scans: Record<string, number>; sorted: number },
  node: PlanNode,
) {
  const { "Relation Name": table = node["Function Name"], "Actual Loops": loops, Plans = [] } = node;
  const rows = Math.round(node["Actual Rows"] * loops);
  if (table !== undefined) {
    work.rows[table] =
      (work.rows[table] ?? 0) + rows + Math.round((node["Rows Removed by Filter"] ?? 0) * loops);
    work.scans[table] = (work.scans[table] ?? 0) + loops;
  }
  if (/Sort$/.test(node["Node Type"]))
    work.sorted += Math.max(
      rows,
      ...Plans.map((each) => Math.round(each["Actual Rows"] * each["Actual Loops"])),
    );
  for (const each of Plans) add(work, each);
}
