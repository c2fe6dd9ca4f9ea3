import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Checkpoint, EventStore } from "#services/event-store/event-store";
import { writeSteps } from "./apply.ts";
import { Outpaced } from "./checkpoints.ts";
import type { AnyProjection } from "./projection.ts";
import { tableOf } from "./projection.ts";
import { createReadModelSql } from "./schema.ts";
import { eventsUpTo, type Taken, taking } from "./stretch.ts";
import { inTransaction } from "./transaction.ts";
import { quoted } from "./write.ts";

/** A table that is being filled from the start of the log beside the serving one. */
export interface Build {
  readonly builder: string;
  checkpoint: Checkpoint;
  /** Events delivered to it so far. */
  events: number;
}

export interface BuildTools {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly projection: AnyProjection;
}

/** Another process is building the same read model at this moment. */
export class BuildInProgress extends Error {
  constructor(name: string) {
    super(`${name} is being rebuilt already`);
    this.name = "BuildInProgress";
  }
}

export const asideOf = (name: string): string => `${tableOf(name)}__next`;

/** After this time without progress a build counts as broken off (milliseconds). */
const abandonedMs = 15_000;
const batchSize = 2000;

/**
 * Begins a build, or goes on with one of the same version that broke off. One that is already past `serving` cannot be
 * swapped in exactly there and is begun anew.
 * @throws BuildInProgress
 */
export async function beginBuild(tools: BuildTools, serving: Checkpoint | undefined): Promise<Build> {
  const { pool, store, projection } = tools;
  const builder = randomUUID();
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ version: number; checkpoint: string; events: string | number }>(
      `INSERT INTO read_model_builds (name, version, builder, checkpoint) VALUES ($1, $2, $3, $4)
       ON CONFLICT (name) DO UPDATE SET builder = excluded.builder, updated_at = clock_timestamp()
         WHERE read_model_builds.updated_at < clock_timestamp() - $5 * interval '1 ms'
       RETURNING version, checkpoint, events`,
      [projection.name, projection.version, builder, store.start, abandonedMs],
    );
    const found = rows[0];
    if (!found) throw new BuildInProgress(projection.name);
    const { rows: tables } = await client.query<{ there: boolean }>(
      "SELECT to_regclass($1) IS NOT NULL AS there",
      [quoted(asideOf(projection.name))],
    );
    const usable =
      tables[0]?.there &&
      found.version === projection.version &&
      (serving === undefined || store.compare(found.checkpoint, serving) <= 0);
    if (usable) return { builder, checkpoint: found.checkpoint, events: Number(found.events) };
    await client.query(`DROP TABLE IF EXISTS ${quoted(asideOf(projection.name))}`);
    await client.query(createReadModelSql(asideOf(projection.name), projection.table));
    await client.query(
      "UPDATE read_model_builds SET version = $2, checkpoint = $3, events = 0 WHERE name = $1",
      [projection.name, projection.version, store.start],
    );
    return { builder, checkpoint: store.start, events: 0 };
  });
}

/**
 * Fills the build by batches until it stands at what `target` last answered. Each batch is one transaction.
 * @throws PoisonedBuild | Outpaced
 */
export async function fillBuild(
  tools: BuildTools,
  build: Build,
  target: () => Promise<Checkpoint>,
  { signal, onBatch }: { signal?: AbortSignal; onBatch?: () => void } = {},
): Promise<void> {
  const { store, pool, projection } = tools;
  for (let to = await target(); store.compare(build.checkpoint, to) < 0; to = await target()) {
    signal?.throwIfAborted();
    const next = await eventsUpTo(store, build.checkpoint, to, batchSize);
    await taking(projection, build.checkpoint, next, (folded) =>
      inTransaction(pool, async (client) => {
        await moveBuild(client, projection.name, build, folded.checkpoint, folded.events);
        await writeSteps(client, asideOf(projection.name), projection, folded.steps);
      }).then(() => moved(build, folded)),
    );
    onBatch?.();
  }
}

/**
 * Puts the finished build in the place of the serving table, exactly at its checkpoint, in one transaction. Where the
 * serving table is of an older version, which nobody moves any more, the build's own checkpoint counts.
 * @throws PoisonedBuild | Outpaced | an error of the database when readers did not let go in time (repeat)
 */
export async function swapIn({ store, pool, projection }: BuildTools, build: Build): Promise<Checkpoint> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ version: number; checkpoint: string }>(
      "SELECT version, checkpoint FROM read_model_checkpoints WHERE name = $1 FOR UPDATE",
      [projection.name],
    );
    const serving = rows[0];
    if (!serving) throw new Outpaced();
    // A failed swap leaves the build as it is, so its state must not move here.
    const done: Build = { ...build };
    while (store.compare(done.checkpoint, serving.checkpoint) < 0) {
      const next = await eventsUpTo(store, done.checkpoint, serving.checkpoint, batchSize);
      await taking(projection, done.checkpoint, next, async (folded) => {
        await writeSteps(client, asideOf(projection.name), projection, folded.steps);
        moved(done, folded);
      });
    }
    const exact = store.compare(done.checkpoint, serving.checkpoint) === 0;
    if (!exact && serving.version === projection.version) throw new Outpaced();
    const { rowCount } = await client.query(
      "DELETE FROM read_model_builds WHERE name = $1 AND builder = $2",
      [projection.name, build.builder],
    );
    if (rowCount !== 1) throw new Outpaced();
    await client.query(
      "UPDATE read_model_checkpoints SET version = $2, checkpoint = $3, events = $4 WHERE name = $1",
      [projection.name, projection.version, done.checkpoint, done.events],
    );
    // Readers that hold the table longer make the swap give way, not the other readers.
    await client.query("SET LOCAL lock_timeout = '2s'");
    await client.query(`DROP TABLE ${quoted(tableOf(projection.name))}`);
    await client.query(
      `ALTER TABLE ${quoted(asideOf(projection.name))} RENAME TO ${quoted(tableOf(projection.name))}`,
    );
    return done.checkpoint;
  });
}

function moved(build: Build, folded: Taken): void {
  build.checkpoint = folded.checkpoint;
  build.events += folded.events;
}

async function moveBuild(
  client: pg.ClientBase,
  name: string,
  build: Build,
  to: Checkpoint,
  events: number,
): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE read_model_builds SET checkpoint = $4, events = events + $5, updated_at = clock_timestamp()
     WHERE name = $1 AND builder = $2 AND checkpoint = $3`,
    [name, build.builder, build.checkpoint, to, events],
  );
  if (rowCount !== 1) throw new Outpaced();
}
