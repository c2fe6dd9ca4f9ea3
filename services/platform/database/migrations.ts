import type pg from "pg";
import { oneProcessAtATime } from "./one-process.ts";
import { patient } from "./patient.ts";
import { learnStatistics } from "./statistics.ts";

/** One schema migration. Name and SQL of a released migration never change. */
export interface Migration {
  /** `<release>/<area>`, such as `0.2.0/images`: the release that first ran it, and the tables that it concerns. */
  readonly name: string;
  readonly sql: string;
}

/** Nothing before it has been released. */
export const firstRelease = "0.2.0";

/** Whether a database or a backup that has run these migrations was made before the first release. */
export const isBeforeFirst = ([first]: readonly Migration[], done: ReadonlySet<string>): boolean =>
  done.size > 0 && first !== undefined && !done.has(first.name);

/**
 * Runs the migrations that this database has not seen, in the given order, each in its own transaction, one process at
 * a time. Returns the names of those run. A failing migration keeps the ones before it.
 * @throws where the database is older than the first migration, or of a newer program
 */
export const migrate = (pool: pg.Pool, steps: readonly Migration[]): Promise<string[]> =>
  oneProcessAtATime(pool, "migrations", async (client) => {
    await client.query(
      "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
    );
    const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
    const done = new Set(rows.map((row) => row.name));
    if (isBeforeFirst(steps, done))
      throw new Error(
        `This database was made by a version before ${firstRelease} and cannot be migrated: begin with an empty database.`,
      );
    const known = new Set(steps.map(({ name }) => name));
    const unknown = [...done].find((name) => !known.has(name));
    if (unknown !== undefined)
      throw new Error(
        `The database was migrated by a newer release (step ${unknown}): start that one, or restore a backup made before it.`,
      );
    const missing = steps.filter((step) => !done.has(step.name));
    for (const step of missing) await run(client, step);
    // A migration may have rewritten a table. In a new database the planner's assumption of empty tables is correct.
    if (missing.length > 0 && done.size > 0) await learnStatistics(client);
    return missing.map((step) => step.name);
  });

async function run(client: pg.PoolClient, step: Migration): Promise<void> {
  try {
    await client.query("BEGIN");
    // Migrating a large table takes longer than the timeout of requests.
    await client.query(patient(step.sql));
    await client.query("INSERT INTO migrations (name) VALUES ($1)", [step.name]);
    await client.query("COMMIT");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The database schema could not be migrated at step ${step.name} (${reason}).`, {
      cause,
    });
  }
}
