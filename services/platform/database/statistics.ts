import type pg from "pg";
import { patient } from "./patient.ts";

/** Analysing large tables on slow disks takes longer than the timeout of requests. */
const unlimited = (text: string) =>
  patient(`SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '5s'; ${text}`);

/**
 * Updates the planner's statistics after a bulk load, before the first query. Autovacuum would do so within minutes,
 * but until then plans are those of small tables. Empty tables are skipped, because without statistics the planner is
 * more careful than with known emptiness.
 */
export async function learnStatistics(database: Pick<pg.ClientBase, "query">): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT format('%I', relname) AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0`,
  );
  for (const { name } of rows)
    await database.query(unlimited(`ANALYZE ${name}`)).catch((error: { code?: string }) => {
      if (!excused.has(error.code ?? "")) throw error;
    });
}

/** The table was dropped meanwhile, as after a rebuild, or is being vacuumed, which analyses it as well. */
const excused: ReadonlySet<string> = new Set(["42P01", "55P03"]);
