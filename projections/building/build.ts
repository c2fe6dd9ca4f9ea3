import type pg from "pg";
import type { Checkpoint, EventStore } from "#services/event-store/event-store";
import { type AnyProjection, nextTableOf, tableOf, type typesReadBy } from "../projection.ts";
import { createIndexesSql, createTableSql } from "../projector/schema.ts";
import { inProjectorTransaction } from "../projector/transaction.ts";
import { quoted } from "../projector/write.ts";
import type { Log, PoisonedBuild } from "./log-range.ts";

/** A table that is filled from the start of the log beside the serving one. */
export interface Build {
  readonly projection: AnyProjection;
  /** The process that fills it; another process may take over. */
  readonly builder: string;
  checkpoint: Checkpoint;
  /** Number of events delivered to it so far. */
  events: number;
  /**
   * Number of events that the serving table contains, which estimates the total; 0 if that table is rebuilt from the
   * start as well.
   */
  readonly expected: number;
  /** Whether its secondary indexes exist; they are created once most rows are loaded. */
  isIndexed: boolean;
  /** Whether its rows are analysed and all indexes exist. */
  isFinished?: boolean;
  /** Set after an insert met an existing row: from then on its rows are upserted. */
  hasRepeats?: boolean;
  /** Set after an event that the read model cannot handle. */
  error?: PoisonedBuild;
}

export interface StoreAndPool {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** The log for builds, which decrypts only what they need. */
  readonly replay?: (types: ReturnType<typeof typesReadBy>) => Log;
}

export interface BuildTools extends StoreAndPool {
  readonly projection: AnyProjection;
}

/** Another process is currently building the same read model. */
export class BuildInProgress extends Error {
  constructor(name: string) {
    super(`${name} is being rebuilt already`);
    this.name = "BuildInProgress";
  }
}

/** The serving table is of a newer program version, which this build would downgrade. */
export class NewerServed extends Error {
  readonly readModel: string;
  constructor(readModel: string, served: number, known: number) {
    super(
      `${readModel} is served in version ${served}, this program knows ${known}: use the newer program, or go back to this one for good by \`DELETE FROM read_model_checkpoints\`, after which a start builds the read models again`,
    );
    this.name = "NewerServed";
    this.readModel = readModel;
  }
}

/** @throws NewerServed */
export function assertNoNewer({ name, version }: AnyProjection, served: number): void {
  if (served > version) throw new NewerServed(name, served, version);
}

export const retiredOf = (name: string): string => `${tableOf(name)}__old`;

/**
 * A build without a heartbeat for this long counts as abandoned (milliseconds). So does one whose heartbeat lies as far
 * in the future, because the server's clock was set back.
 */
export const abandonedMs = 15_000;
const heartbeatMs = 4000;
/** Statements over a whole table take longer than the timeout of requests. */
const withoutTimeout = (text: string) => ({ text, query_timeout: 24 * 3_600_000 });

/**
 * Begins a build, or resumes an abandoned one of the same version. A build that is already past `serving` cannot be
 * swapped in at that checkpoint and starts again.
 * @throws BuildInProgress | NewerServed
 */
export async function beginBuild(
  { pool, store, projection }: BuildTools,
  builder: string,
  serving: Checkpoint | undefined,
): Promise<Build> {
  const { name, version, table } = projection;
  // Left by a process that was killed after its swap.
  await dropRetired(pool, projection);
  return inProjectorTransaction(pool, async (client) => {
    const { rows } = await client.query<{ version: number; checkpoint: string; events: string | number }>(
      `INSERT INTO read_model_builds (name, version, builder, checkpoint) VALUES ($1, $2, $3, $4)
       ON CONFLICT (name) DO UPDATE SET builder = excluded.builder, updated_at = clock_timestamp()
         WHERE read_model_builds.updated_at NOT BETWEEN clock_timestamp() - $5 * interval '1 ms'
           AND clock_timestamp() + $5 * interval '1 ms'
       RETURNING version, checkpoint, events`,
      [name, version, builder, store.start, abandonedMs],
    );
    const found = rows[0];
    if (!found) throw new BuildInProgress(name);
    const served = await servedOf(client, name);
    assertNoNewer(projection, served.version);
    const own = { projection, builder, expected: Number(served.events) };
    const indexes = await indexesOf(client, nextTableOf(name));
    const usable =
      indexes > 0 &&
      found.version === version &&
      (serving === undefined || store.compare(found.checkpoint, serving) <= 0);
    if (usable) {
      const isIndexed = indexes > table.indexes.length;
      return { ...own, checkpoint: found.checkpoint, events: Number(found.events), isIndexed };
    }
    await client.query(`DROP TABLE IF EXISTS ${quoted(nextTableOf(name))}`);
    await client.query(createTableSql(nextTableOf(name), table));
    await client.query(
      "UPDATE read_model_builds SET version = $2, checkpoint = $3, events = 0 WHERE name = $1",
      [name, version, store.start],
    );
    return { ...own, checkpoint: store.start, events: 0, isIndexed: false };
  });
}

/** Zeros if there is no such table. */
async function servedOf(client: pg.ClientBase, name: string) {
  const served = "SELECT version, events FROM read_model_checkpoints WHERE name = $1";
  const { rows } = await client.query<{ version: number; events: string | number }>(served, [name]);
  return rows[0] ?? { version: 0, events: 0 };
}

/** Number of indexes of a table, its primary key included; 0 if there is no such table. */
async function indexesOf(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_index WHERE indrelid = to_regclass($1)",
    [quoted(table)],
  );
  return rows[0]?.n ?? 0;
}

/** Renews the heartbeat of a builder's builds until stopped. */
export function keepAlive(pool: pg.Pool, builder: string): { stop(): void } {
  const renew = () =>
    pool
      .query("UPDATE read_model_builds SET updated_at = clock_timestamp() WHERE builder = $1", [builder])
      .catch(() => {});
  const timer = setInterval(renew, heartbeatMs);
  return { stop: () => clearInterval(timer) };
}

/** Lets another process resume these builds immediately. */
export async function leaveBuilds(pool: pg.Pool, builder: string): Promise<void> {
  await pool.query("UPDATE read_model_builds SET updated_at = '-infinity' WHERE builder = $1", [builder]);
}

/** Creates the secondary indexes of a build. */
export async function indexBuild(pool: pg.Pool, build: Build): Promise<void> {
  if (build.isIndexed) return;
  const { name, table } = build.projection;
  await untimed(pool, createIndexesSql(nextTableOf(name), table));
  build.isIndexed = true;
}

/** Creates the indexes that a build still lacks, and analyses it. */
export async function finishBuild(pool: pg.Pool, build: Build): Promise<void> {
  if (build.isFinished) return;
  await indexBuild(pool, build);
  await untimed(pool, `ANALYZE ${quoted(nextTableOf(build.projection.name))}`);
  build.isFinished = true;
}

const untimed = (pool: pg.Pool, text: string) =>
  inProjectorTransaction(pool, async (client) => {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query(withoutTimeout(text));
  });

/**
 * How long dropping a table waits for the lock (milliseconds): longer than deadlock_timeout, after which autovacuum
 * yields.
 */
export const vacuumMs = 5000;

/** Drops the old table after a swap. Freeing its space waits for a checkpoint in progress. */
export async function dropRetired(pool: pg.Pool, { name }: AnyProjection): Promise<void> {
  const text = `SET LOCAL lock_timeout = '${vacuumMs}ms'; DROP TABLE IF EXISTS ${quoted(retiredOf(name))}`;
  await pool.query(withoutTimeout(text)).catch(() => {});
}
