import type pg from "pg";
import type { Checkpoint, EventStore } from "#services/event-store/event-store";
import type { AnyProjection } from "../projection.ts";
import { asideOf, type lookedAtBy, tableOf } from "../projection.ts";
import { writeSteps } from "../projector/apply.ts";
import { Outpaced } from "../projector/checkpoints.ts";
import { createIndexesSql, createTableSql } from "../projector/schema.ts";
import { inTransaction, isTableMissing } from "../projector/transaction.ts";
import { quoted } from "../projector/write.ts";
import type { Log } from "./made-ready.ts";
import { eventsUpTo, type PoisonedBuild, taking } from "./stretch.ts";

/** A table that is being filled from the start of the log beside the serving one. */
export interface Build {
  readonly projection: AnyProjection;
  /** Who fills it; whoever takes over writes another one in. */
  readonly builder: string;
  checkpoint: Checkpoint;
  /** Events delivered to it so far. */
  events: number;
  /** Events that the serving table has taken in, about as many as there will be; 0 where that one begins anew, too. */
  readonly expected: number;
  /** Whether its further indexes are there; they are made once the mass of rows is in. */
  isIndexed: boolean;
  /** Whether the planner has been told of its rows, with all indexes there. */
  isFinished?: boolean;
  /** It met an event that it cannot take in. */
  fault?: PoisonedBuild;
}

export interface StoreAndPool {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** For builds, which go through the whole log for the sake of some types, where that can be had at less cost. */
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

/** Builds are complete, but somebody did not let go of the tables that they are to replace. */
export class HeldUp extends Error {
  constructor(names: readonly string[]) {
    const [are, their] = names.length > 1 ? ["are", "their places"] : ["is", "its place"];
    const tables = names.flatMap((name) => [tableOf(name), retiredOf(name)]);
    super(
      `${names.join(", ")} ${are} built, but could not take ${their}: a transaction that was left open, or a VACUUM by hand, holds one of ${tables.join(", ")}. Once that has ended, projections rebuild ${names.join(" ")} goes on from here`,
    );
    this.name = "HeldUp";
  }
}

/** The table that serves is of a newer program: one of this version in its place would be a step back. */
export class NewerServed extends Error {
  constructor(name: string, served: number, known: number) {
    super(
      `${name} is served in version ${served}, this program knows ${known}: rebuild it with the newer program, or say --step-back when you go back to this one`,
    );
    this.name = "NewerServed";
  }
}

/** @throws NewerServed */
export function demandNoNewer({ name, version }: AnyProjection, served: number, isStepBack = false): void {
  if (served > version && !isStepBack) throw new NewerServed(name, served, version);
}

const retiredOf = (name: string): string => `${tableOf(name)}__old`;

/**
 * After this time without a sign of life a build counts as broken off (milliseconds); so does one whose last sign lies as
 * far ahead, since the server's clock was put back.
 */
export const abandonedMs = 15_000;
const aliveMs = 4000;
/** Statements over a whole table take longer than a pool grants those of requests. */
const patient = (text: string) => ({ text, query_timeout: 24 * 3_600_000 });

/**
 * Begins a build, or goes on with one of the same version that broke off. One that is already past `serving` cannot be
 * swapped in exactly there and is begun anew.
 * @throws BuildInProgress | NewerServed
 */
export async function beginBuild(
  { pool, store, projection, isStepBack }: BuildTools,
  builder: string,
  serving: Checkpoint | undefined,
): Promise<Build> {
  const { name, version, table } = projection;
  // Of a swap after which somebody was killed.
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
    demandNoNewer(projection, served.version, isStepBack);
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

/** Shows every few seconds that the builder lives, until stopped. */
export function keepAlive(pool: pg.Pool, builder: string): { stop(): void } {
  const sign = () =>
    pool
      .query("UPDATE read_model_builds SET updated_at = clock_timestamp() WHERE builder = $1", [builder])
      .catch(() => {});
  const timer = setInterval(sign, aliveMs);
  return { stop: () => clearInterval(timer) };
}

/** Lets anybody go on with these builds at once. */
export async function leaveBuilds(pool: pg.Pool, builder: string): Promise<void> {
  await pool.query("UPDATE read_model_builds SET updated_at = '-infinity' WHERE builder = $1", [builder]);
}

/** Makes the further indexes of a build. */
export async function indexBuild(pool: pg.Pool, build: Build): Promise<void> {
  if (build.isIndexed) return;
  const { name, table } = build.projection;
  await forLong(pool, createIndexesSql(asideOf(name), table));
  build.isIndexed = true;
}

/** Makes what indexes a build still lacks and tells the planner about its rows. */
export async function finishBuild(pool: pg.Pool, build: Build): Promise<void> {
  if (build.isFinished) return;
  await indexBuild(pool, build);
  await forLong(pool, `ANALYZE ${quoted(asideOf(build.projection.name))}`);
  build.isFinished = true;
}

const forLong = (pool: pg.Pool, text: string) =>
  inTransaction(pool, async (client) => {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query(patient(text));
  });

/** What a swap did. */
export interface Swapped {
  readonly checkpoint: Checkpoint;
  /** How long readers may have had to wait (milliseconds). */
  readonly heldMs: number;
}

/** Longest that the swap waits for autovacuum, which holds up nobody else: deadlock_timeout, a second mostly, and its way out. */
const vacuumMs = 5000;
/** Longest that other readers wait behind the swap for one that holds the table. */
const lockMs = 80;

/**
 * Puts the finished build in the place of the serving table, exactly at its checkpoint, in one transaction. Where the
 * serving table is of an older version, which nobody moves any more, the build's own checkpoint counts. The old table stays
 * for `dropRetired`.
 * @throws PoisonedBuild | Outpaced | NewerServed | an error of the database when readers did not let go in time (repeat)
 */
export async function swapIn(
  { store, pool, projection, isStepBack }: BuildTools,
  build: Build,
): Promise<Swapped> {
  const [serves, aside, retired] = [tableOf, asideOf, retiredOf].map((named) =>
    quoted(named(projection.name)),
  );
  const swapped = await inTransaction(pool, async (client) => {
    // Nobody but autovacuum is kept out by it, which gives way after deadlock_timeout, and would hold up the swap for hours:
    // it comes to what has just been filled, too. What an earlier swap has left goes while nobody waits for this one.
    await client
      .query(
        `SET LOCAL lock_timeout = '${vacuumMs}ms'; DROP TABLE IF EXISTS ${retired}; LOCK TABLE ${serves}, ${aside} IN SHARE UPDATE EXCLUSIVE MODE; SET LOCAL lock_timeout TO DEFAULT`,
      )
      .catch((error: unknown) => {
        // Somebody else went on with the build and has put it into place.
        throw isTableMissing(error) ? new Outpaced() : error;
      });
    const { rows } = await client.query<{ version: number; checkpoint: string }>(
      "SELECT version, checkpoint FROM read_model_checkpoints WHERE name = $1 FOR UPDATE",
      [projection.name],
    );
    const serving = rows[0];
    if (!serving) throw new Outpaced();
    demandNoNewer(projection, serving.version, isStepBack);
    // A failed swap leaves the build as it is, so its state must not move here.
    let { checkpoint, events } = build;
    while (store.compare(checkpoint, serving.checkpoint) < 0) {
      const next = await eventsUpTo(store, checkpoint, serving.checkpoint, lastStretch);
      await taking(projection, checkpoint, next, async (folded) => {
        await writeSteps(client, asideOf(projection.name), projection, folded.steps);
        checkpoint = folded.checkpoint;
        events += folded.events;
      });
    }
    const exact = store.compare(checkpoint, serving.checkpoint) === 0;
    if (!exact && serving.version === projection.version) throw new Outpaced();
    const { rowCount } = await client.query(
      // Where it is thought to be, too: a crash of the server takes back the last of what was filled.
      "DELETE FROM read_model_builds WHERE name = $1 AND builder = $2 AND checkpoint = $3",
      [projection.name, build.builder, build.checkpoint],
    );
    if (rowCount !== 1) throw new Outpaced();
    await client.query(
      "UPDATE read_model_checkpoints SET version = $2, checkpoint = $3, events = $4 WHERE name = $1",
      [projection.name, projection.version, checkpoint, events],
    );
    // Readers that hold the table longer make the swap give way, not the other readers.
    await client.query(`SET LOCAL lock_timeout = '${lockMs}ms'`);
    const asked = performance.now();
    await client.query(`LOCK TABLE ${serves} IN ACCESS EXCLUSIVE MODE`);
    await client.query(
      `ALTER TABLE ${serves} RENAME TO ${retired}; ALTER TABLE ${aside} RENAME TO ${serves}`,
    );
    return { checkpoint, asked };
  });
  return { checkpoint: swapped.checkpoint, heldMs: performance.now() - swapped.asked };
}

/** After a swap: nobody reads the old table any more. Giving its space back waits for a checkpoint that is under way. */
export async function dropRetired(pool: pg.Pool, { name }: AnyProjection): Promise<void> {
  const text = `SET LOCAL lock_timeout = '${vacuumMs}ms'; DROP TABLE IF EXISTS ${quoted(retiredOf(name))}`;
  await pool.query(patient(text)).catch(() => {});
}

const lastStretch = 2000;
