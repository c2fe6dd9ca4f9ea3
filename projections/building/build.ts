import type pg from "pg";
import type { Checkpoint, EventStore } from "#services/event-store/event-store";
import { type AnyProjection, asideOf, type lookedAtBy, tableOf } from "../projection.ts";
import { createIndexesSql, createTableSql } from "../projector/schema.ts";
import { inTransaction } from "../projector/transaction.ts";
import { quoted } from "../projector/write.ts";
import type { Log, PoisonedBuild } from "./log-range.ts";

/** A table that is being filled from the start of the log beside the serving one. */
export interface Build {
  readonly projection: AnyProjection;
  /** The process that fills it, changed by one that takes over. */
  readonly builder: string;
  checkpoint: Checkpoint;
  /** Events delivered to it so far. */
  events: number;
  /** Events that the serving table has taken in, about as many as there will be; 0 where that one starts again, too. */
  readonly expected: number;
  /** Whether its further indexes are there; they are made once the mass of rows is in. */
  isIndexed: boolean;
  /** Whether its rows are analysed, with all indexes there. */
  isFinished?: boolean;
  /** One of its rows was there already: from then on they are upserted. */
  hasRepeats?: boolean;
  /** It met an event that it cannot take in. */
  fault?: PoisonedBuild;
}

export interface StoreAndPool {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** The log for builds: decrypts only what they need. */
  readonly replay?: (types: ReturnType<typeof lookedAtBy>) => Log;
}

export interface BuildTools extends StoreAndPool {
  readonly projection: AnyProjection;
  /** Also in the place of a table that a newer program has made: the way back to an older release. */
  readonly isStepBack?: boolean | undefined;
}

/** Another process is building the same read model at this moment. */
export class BuildInProgress extends Error {
  constructor(name: string) {
    super(`${name} is being rebuilt already`);
    this.name = "BuildInProgress";
  }
}

/** The table that serves is of a newer program: one of this version in its place would be a step back. */
export class NewerServed extends Error {
  readonly readModel: string;
  constructor(readModel: string, served: number, known: number) {
    super(
      `${readModel} is served in version ${served}, this program knows ${known}: use the newer program, or go back to this one for good by \`npm run ops -- projections rebuild --all --step-back\``,
    );
    this.name = "NewerServed";
    this.readModel = readModel;
  }
}

/** @throws NewerServed */
export function assertNoNewer({ name, version }: AnyProjection, served: number, isStepBack = false): void {
  if (served > version && !isStepBack) throw new NewerServed(name, served, version);
}

export const retiredOf = (name: string): string => `${tableOf(name)}__old`;

/**
 * A build without a heartbeat for so long counts as abandoned (milliseconds); so does one whose heartbeat lies as far
 * ahead, since the server's clock was put back.
 */
export const abandonedMs = 15_000;
const heartbeatMs = 4000;
/** Statements over a whole table take longer than a pool grants those of requests. */
const withoutTimeout = (text: string) => ({ text, query_timeout: 24 * 3_600_000 });

/**
 * Begins a build, or resumes an abandoned one of the same version. One that is already past `serving` cannot be swapped in
 * exactly there and starts again.
 * @throws BuildInProgress | NewerServed
 */
export async function beginBuild(
  { pool, store, projection, isStepBack }: BuildTools,
  builder: string,
  serving: Checkpoint | undefined,
): Promise<Build> {
  const { name, version, table } = projection;
  // Left by a process that was killed after its swap.
  await dropRetired(pool, projection);
  return inTransaction(pool, async (client) => {
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
    assertNoNewer(projection, served.version, isStepBack);
    const own = { projection, builder, expected: Number(served.events) };
    const indexes = await indexesOf(client, asideOf(name));
    const usable =
      indexes > 0 &&
      found.version === version &&
      (serving === undefined || store.compare(found.checkpoint, serving) <= 0);
    if (usable) {
      const isIndexed = indexes > table.indexes.length;
      return { ...own, checkpoint: found.checkpoint, events: Number(found.events), isIndexed };
    }
    await client.query(`DROP TABLE IF EXISTS ${quoted(asideOf(name))}`);
    await client.query(createTableSql(asideOf(name), table));
    await client.query(
      "UPDATE read_model_builds SET version = $2, checkpoint = $3, events = 0 WHERE name = $1",
      [name, version, store.start],
    );
    return { ...own, checkpoint: store.start, events: 0, isIndexed: false };
  });
}

/** Zeros when there is no such table. */
async function servedOf(client: pg.ClientBase, name: string) {
  const served = "SELECT version, events FROM read_model_checkpoints WHERE name = $1";
  const { rows } = await client.query<{ version: number; events: string | number }>(served, [name]);
  return rows[0] ?? { version: 0, events: 0 };
}

/** Number of indexes of a table, its primary key included; 0 when there is no such table. */
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

/** Lets another process resume these builds at once. */
export async function leaveBuilds(pool: pg.Pool, builder: string): Promise<void> {
  await pool.query("UPDATE read_model_builds SET updated_at = '-infinity' WHERE builder = $1", [builder]);
}

/** Makes the further indexes of a build. */
export async function indexBuild(pool: pg.Pool, build: Build): Promise<void> {
  if (build.isIndexed) return;
  const { name, table } = build.projection;
  await untimed(pool, createIndexesSql(asideOf(name), table));
  build.isIndexed = true;
}

/** Makes the indexes that a build still lacks, and analyses it. */
export async function finishBuild(pool: pg.Pool, build: Build): Promise<void> {
  if (build.isFinished) return;
  await indexBuild(pool, build);
  await untimed(pool, `ANALYZE ${quoted(asideOf(build.projection.name))}`);
  build.isFinished = true;
}

const untimed = (pool: pg.Pool, text: string) =>
  inTransaction(pool, async (client) => {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query(withoutTimeout(text));
  });

/** Longest that dropping a table waits for the lock (milliseconds): deadlock_timeout, after which autovacuum yields, and more. */
export const vacuumMs = 5000;

/** After a swap: the old table is read no more. Giving its space back waits for a checkpoint that is under way. */
export async function dropRetired(pool: pg.Pool, { name }: AnyProjection): Promise<void> {
  const text = `SET LOCAL lock_timeout = '${vacuumMs}ms'; DROP TABLE IF EXISTS ${quoted(retiredOf(name))}`;
  await pool.query(withoutTimeout(text)).catch(() => {});
}
