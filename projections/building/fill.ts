import type pg from "pg";
import type { Checkpoint } from "#services/event-store/event-store";
import { nextTableOf, typesReadBy } from "../projection.ts";
import { type Folded, foldEvents, writeSteps } from "../projector/apply.ts";
import { moveAll } from "../projector/checkpoints.ts";
import { inProjectorTransaction, isDataError, isUniqueViolation } from "../projector/transaction.ts";
import { runStatements, type Statement, statementsOf } from "../projector/write.ts";
import { type Build, indexBuild, type StoreAndPool } from "./build.ts";
import { applyRange, type Log, type LogRange, PoisonedBuild, readRange } from "./log-range.ts";

interface FillOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onBatch?: () => void;
  /** Events per transaction. */
  readonly batchSize?: number | undefined;
}

/**
 * Events per transaction. Smaller batches keep fewer objects alive and are faster by a fifth, but a row that many
 * events change is written once per batch, and with a thousand teams that costs PostgreSQL more.
 */
const defaultBatch = (builds: readonly Build[]) => (builds.length === 1 ? 1000 : 4000);

/**
 * Fills builds in one pass of the log until each reaches the checkpoint that `limits` last returned for it. While one
 * batch is written, the next is read and folded. A build with an event that it cannot handle stays behind with its
 * `error`; the others continue.
 * @throws StaleCheckpoint
 */
export async function fillBuilds(
  { store, pool, replay }: StoreAndPool,
  builds: readonly Build[],
  limits: () => Promise<ReadonlyMap<Build, Checkpoint>>,
  { signal, onBatch, batchSize = defaultBatch(builds) }: FillOptions = {},
): Promise<void> {
  const log = replay?.(typesReadBy(builds.map(({ projection }) => projection))) ?? store;
  let writing: Promise<void> = Promise.resolve();
  try {
    for (;;) {
      const limitOf = await limits();
      const targets = builds.flatMap((build): Target[] => {
        const { checkpoint: from, error } = build;
        const end = limitOf.get(build) ?? from;
        return error || store.compare(from, end) >= 0 ? [] : [{ build, from, end }];
      });
      if (targets.length === 0) return;
      for await (const portions of readAhead(log, targets, batchSize)) {
        signal?.throwIfAborted();
        await writing;
        onBatch?.();
        writing = writePortions({ store, pool }, batchSize, portions);
        // Awaited before the next write; until then a failure must not count as an unhandled rejection.
        writing.catch(() => {});
      }
      await writing;
      onBatch?.();
    }
  } finally {
    await writing.catch(() => {});
  }
}

/** The part of the log that one build lacks. */
interface Target {
  readonly build: Build;
  readonly from: Checkpoint;
  readonly end: Checkpoint;
}

/**
 * The effect of a batch on one build in its encoded form: keeping events and rows until the write would cost the
 * garbage collector more than encoding them.
 */
interface Portion extends Omit<Folded, "steps"> {
  readonly build: Build;
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  readonly statements: readonly Statement[];
  /** Number of changes that scan the table while it has no index. */
  readonly scans: number;
}

/** Yields batches, each read and folded while the previous one is written. */
function readAhead(log: Log, targets: readonly Target[], size: number): ReadableStream<readonly Portion[]> {
  let after = targets.map(({ from }) => from).reduce((a, b) => (log.compare(a, b) <= 0 ? a : b));
  const last = targets.map(({ end }) => end).reduce((a, b) => (log.compare(a, b) >= 0 ? a : b));
  return new ReadableStream({
    async pull(queue) {
      const range = await readRange(log, after, last, size);
      queue.enqueue(targets.flatMap((target) => portionOf(log, range, after, target)));
      after = range.to;
      if (log.compare(after, last) >= 0) queue.close();
    },
  });
}

/** Below this many rows one INSERT is faster than COPY. */
const minCopied = 50;

function portionOf(log: Log, range: LogRange, after: Checkpoint, { build, ...target }: Target): Portion[] {
  const from = log.compare(target.from, after) > 0 ? target.from : after;
  const to = log.compare(target.end, range.to) < 0 ? target.end : range.to;
  if (log.compare(from, to) >= 0) return [];
  const isFullRange = from === after && to === range.to;
  const events = isFullRange
    ? range.events
    : range.events.filter(
        ({ checkpoint }) => log.compare(checkpoint, from) > 0 && log.compare(checkpoint, to) <= 0,
      );
  const { projection, hasRepeats } = build;
  const { steps, ...folded } = foldEvents(projection, events, from, to);
  // At the start of the log almost every upsert inserts a new row.
  const copyFrom = hasRepeats ? Number.POSITIVE_INFINITY : minCopied;
  const statements = statementsOf(nextTableOf(projection.name), projection.table, steps, copyFrom);
  return [
    { ...folded, build, from, to, statements, scans: steps.filter(({ kind }) => kind === "where").length },
  ];
}

/**
 * Writes all portions in one transaction; if the database rejects a row, each portion alone, to find the one that
 * caused it.
 */
async function writePortions(tools: StoreAndPool, size: number, all: readonly Portion[]): Promise<void> {
  // Some portions were folded before the fault of their build was known.
  const portions = all.filter(({ build }) => !build.error);
  const valid = portions.filter(({ poison }) => !poison);
  for (const portion of valid) await indexWhenCheaper(tools.pool, portion);
  let alone = portions.filter(({ poison }) => poison);
  try {
    await writeTogether(tools.pool, valid);
  } catch (error) {
    if (!isDataError(error)) throw error;
    alone = portions;
  }
  for (const portion of alone) await writeAlone(tools, size, portion);
}

async function writeTogether(pool: pg.Pool, portions: readonly Portion[]): Promise<void> {
  if (portions.length === 0) return;
  await inProjectorTransaction(pool, async (client) => {
    await moveBuilds(client, portions);
    for (const { build, statements } of portions)
      await runStatements(client, statements).catch((error: unknown) => {
        // A row that exists already: from now on the rows of this build are upserted.
        if (isUniqueViolation(error)) build.hasRepeats = true;
        throw error;
      });
  });
  for (const portion of portions) moved(portion);
}

/** Reads the portion again and upserts its rows, event by event if the database rejects one. */
async function writeAlone({ store, pool }: StoreAndPool, size: number, { build, from, to }: Portion) {
  const { projection } = build;
  try {
    for (let at = from; store.compare(at, to) < 0; ) {
      const range = await readRange(store, at, to, size);
      await applyRange(projection, at, range, async (folded) => {
        const move = { build, checkpoint: folded.checkpoint, events: folded.events };
        await inProjectorTransaction(pool, async (client) => {
          await moveBuilds(client, [move]);
          await writeSteps(client, nextTableOf(projection.name), projection, folded.steps);
        });
        moved(move);
      });
      at = range.to;
    }
  } catch (error) {
    if (!(error instanceof PoisonedBuild)) throw error;
    build.error = error;
  }
}

/** Number of rows per remaining event that scans may visit before creating the index is cheaper. */
const cheapVisits = 10;
/** Limit if the number of remaining events is unknown. */
const maxVisits = 20_000_000;
const visited = new WeakMap<Build, number>();

/**
 * Changes by a condition scan the table until there is an index. The index slows down every later insert and is created
 * at the end anyway, so it pays off the sooner, the fewer events remain.
 */
async function indexWhenCheaper(pool: pg.Pool, { build, scans }: Portion): Promise<void> {
  if (build.isIndexed || scans === 0) return;
  const visits = (visited.get(build) ?? 0) + scans * build.events;
  visited.set(build, visits);
  const toCome = build.expected > 0 ? cheapVisits * Math.max(0, build.expected - build.events) : maxVisits;
  if (visits > Math.min(toCome, maxVisits)) await indexBuild(pool, build);
}

type Move = Pick<Portion, "build" | "checkpoint" | "events">;

function moved({ build, checkpoint, events }: Move): void {
  build.checkpoint = checkpoint;
  build.events += events;
}

/**
 * Rows and checkpoint of a build are lost together or not at all, so its commits do not wait for the disk; the swap
 * does.
 * @throws StaleCheckpoint unless every build is at the checkpoint where it was left
 */
const moveBuilds = (client: pg.ClientBase, moves: readonly Move[]): Promise<void> =>
  moveAll(
    client,
    {
      text: `
    WITH moved AS (
      UPDATE read_model_builds b
      SET checkpoint = m.next, events = b.events + m.events, updated_at = clock_timestamp()
      FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::int8[]) AS m(name, builder, previous, next, events)
      WHERE b.name = m.name AND b.builder = m.builder AND b.checkpoint = m.previous
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM moved) AS moved, set_config('synchronous_commit', 'off', true)`,
      values: [
        moves.map(({ build }) => build.projection.name),
        moves.map(({ build }) => build.builder),
        moves.map(({ build }) => build.checkpoint),
        moves.map(({ checkpoint }) => checkpoint),
        moves.map(({ events }) => events),
      ],
    },
    moves.length,
  );
