import type pg from "pg";
import { learnStatistics } from "./statistics.ts";

/** One step forward of the schema. Names are unique and never change; SQL of a released step never changes. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Any number, the same in every process of the system. */
const lockNumber = 7_201_401;

/** Other starters and large tables take their time; the pool's own patience is that of requests. */
const patient = (text: string) => ({ text, query_timeout: 24 * 3600_000 });

/**
 * Runs the steps that this database has not seen, in the given order, each in a transaction of its own, one starter at
 * a time. Returns the names of those run now. A failing step leaves those before it in place.
 */
export async function migrate(pool: pg.Pool, steps: readonly Migration[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("SET statement_timeout = 0");
    await client.query(patient(`SELECT pg_advisory_lock(${lockNumber})`));
    await client.query(
      "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
    );
    const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
    const done = new Set(rows.map((row) => row.name));
    const missing = steps.filter((step) => !done.has(step.name));
    for (const step of missing) await run(client, step);
    // A step may have written a table anew; one that is new is as empty as the planner takes it to be.
    if (missing.length > 0 && done.size > 0) await learnStatistics(client);
    return missing.map((step) => step.name);
  } finally {
    // Closed, not returned: that frees the lock and forgets the setting whatever happened.
    client.release(true);
  }
}

async function run(client: pg.PoolClient, step: Migration): Promise<void> {
  try {
    await client.query("BEGIN");
    await client.query(patient(step.sql));
    await client.query("INSERT INTO migrations (name) VALUES ($1)", [step.name]);
    await client.query("COMMIT");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The database schema could not be brought forward at step ${step.name} (${reason}).`, {
      cause,
    });
  }
}
