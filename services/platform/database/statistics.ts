import type pg from "pg";

/** Large tables on slow disks take longer than a request may. */
const patient = (text: string) => ({
  text: `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '5s'; ${text}`,
  query_timeout: 24 * 3600_000,
});

/**
 * Tells PostgreSQL's planner what the tables hold by now: after a bulk load, before the first query. It would find out by
 * itself within minutes, but until then plans are those of small tables. Empty ones are left unknown, for which it plans
 * more carefully than for known emptiness.
 */
export async function learnStatistics(database: Pick<pg.ClientBase, "query">): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT format('%I', relname) AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0`,
  );
  for (const { name } of rows)
    await database.query(patient(`ANALYZE ${name}`)).catch((error: { code?: string }) => {
      if (!excused.has(error.code ?? "")) throw error;
    });
}

/** Dropped meanwhile, as what a rebuild replaces; or being vacuumed, which analyses it, too. */
const excused: ReadonlySet<string> = new Set(["42P01", "55P03"]);
