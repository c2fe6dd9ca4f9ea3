import type { Checkpoint, RecordedEvent } from "#services/event-store/event-store";
import type { StoreAndPool } from "../building/build.ts";
import { readRange } from "../building/log-range.ts";
import type { AnyProjection } from "../projection.ts";
import { type Poison, reasonOf } from "./apply.ts";
import { type Batch, createBatchApplier, type UpdatedModel } from "./batch-applier.ts";
import { type ReadModelRow, readModelRows, StaleCheckpoint, suspend } from "./checkpoints.ts";
import { replaceOlder } from "./replace-older.ts";
import { prepareReadModels } from "./schema.ts";
import type { ProjectorLog, StatusBoard } from "./status.ts";
import { backoff, createQueue, pause } from "./waiting.ts";

/**
 * Called once rows are committed that bring all running read models to a checkpoint.
 * @param began when writing the batch with these events began, milliseconds since 1970
 */
export type Moved = (checkpoint: Checkpoint, events: readonly RecordedEvent[], began: number) => void;

interface Following extends StoreAndPool {
  readonly projections: readonly AnyProjection[];
  readonly fence: number;
  readonly log: ProjectorLog;
  readonly board: StatusBoard;
  readonly onMoved: Moved | undefined;
  /** Aborts when the lease is lost or the process stops. */
  readonly signal: AbortSignal;
}

const catchUpSize = 1000;
/** After a batch of this size the next one is mostly available already. */
const foldsAheadFrom = 500;

/**
 * Advances the read models along the log while this process holds the lease. Read models at the same checkpoint form
 * the group, which every batch advances in one transaction. Those that lag (stopped earlier, or rebuilt) catch up
 * separately and join it. Ends when the signal aborts.
 * @throws StaleCheckpoint if checkpoints differ from where they were left: the caller checks its lease
 */
export async function followLog(following: Following): Promise<void> {
  const { store, log, board } = following;
  const end = new AbortController();
  const signal = AbortSignal.any([following.signal, end.signal]);
  const { apply, foldAhead } = createBatchApplier({ ...following, signal });
  const inTurn = createQueue();

  const { models, older } = await startingPoints(following);
  const head = await store.head();
  // If all are to be rebuilt, no read model needs the current events of the log.
  let frontier = models.reduce(
    (furthest, { checkpoint }) => (store.compare(checkpoint, furthest) > 0 ? checkpoint : furthest),
    models.length > 0 ? store.start : head,
  );
  const lags = ({ checkpoint }: UpdatedModel) => store.compare(checkpoint, frontier) < 0;
  const late = models.filter(lags);
  const group = models.filter((model) => !lags(model));
  await apply(group, { events: [], to: frontier }, "running");

  let areAllJoined = false;
  const joining = joinAll().then(
    () => {
      areAllJoined = true;
    },
    (error: unknown) => end.abort(error),
  );
  try {
    await follow();
  } finally {
    end.abort();
    await joining;
  }
  if (!following.signal.aborted) throw end.signal.reason;

  /** Processes the log from the frontier on, until aborted. */
  async function follow(): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await followUnbroken(() => {
          attempt = 0;
        });
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof StaleCheckpoint) throw error;
        const unreadable = unreadableEvent(error);
        if (unreadable) await inTurn(() => stopAt(unreadable));
        log({
          level: unreadable ? "error" : "warn",
          message: "following the event log failed, retrying",
          reason: reasonOf(error),
        });
        await pause(backoff(attempt), signal);
      }
    }
  }

  /** Far behind, the next batch is read and folded while one is being written. */
  async function followUnbroken(onBatch: () => void): Promise<void> {
    let writing: Promise<void> = Promise.resolve();
    let read = frontier;
    const failed = new AbortController();
    try {
      for await (const { events, checkpoint } of store.subscribe(
        read,
        AbortSignal.any([signal, failed.signal]),
      )) {
        onBatch();
        // Batches are not merged: with twice the events surviving a garbage collection, each costs a third more.
        const batch = foldAhead(group, { events, to: checkpoint }, read);
        read = checkpoint;
        await writing;
        writing = inTurn(() => write(batch));
        if (batch.events.length < foldsAheadFrom) await writing;
        // Awaited before the next batch, but a failure aborts immediately, as the next batch may take long to arrive.
        writing.catch(() => failed.abort());
      }
      await writing;
    } finally {
      await writing.catch(() => {});
    }
  }

  async function write(batch: Batch): Promise<void> {
    const began = Date.now();
    await apply(group, batch, "running");
    frontier = batch.to;
    // A read model that lags may still be marked as running.
    if (areAllJoined) following.onMoved?.(frontier, batch.events, began);
  }

  /** Marks every read model as stopped; a program version that can read the event starts them again. */
  async function stopAt(poison: Poison): Promise<void> {
    for (const { projection, checkpoint, stopped } of group) {
      if (stopped) continue;
      await suspend(following, projection.name, "stopped", poison);
      board.set(projection.name, { state: "stopped", checkpoint, stopped: poison });
    }
  }

  async function joinAll(): Promise<void> {
    for (const { projection, checkpoint } of late) {
      board.set(projection.name, { state: "catching-up", checkpoint });
    }
    for (const projection of older) board.set(projection.name, { state: "building" });
    for (const model of late) await join(model);
    const onReplaced = (projection: AnyProjection, checkpoint: Checkpoint) =>
      join({ projection, checkpoint, stopped: false });
    await replaceOlder({ ...following, signal, onReplaced }, older);
  }

  /** Brings a lagging read model to the frontier and into the group. */
  async function join(model: UpdatedModel): Promise<void> {
    const step = async () => {
      const range = await readRange(store, model.checkpoint, frontier, catchUpSize);
      await apply([model], range, "catching-up");
    };
    while (!model.stopped && lags(model)) await step();
    // The last range is applied while the group waits: after it both are at the same checkpoint.
    await inTurn(async () => {
      while (!model.stopped && lags(model)) await step();
      if (model.stopped) return;
      await apply([model], { events: [], to: frontier }, "running");
      group.push(model);
    });
  }
}

/** The event that the store itself cannot decode, if the error says so. */
function unreadableEvent(error: unknown): Poison | undefined {
  if (!(error instanceof Error && "eventId" in error)) return undefined;
  return { eventId: String(error.eventId), reason: error.message };
}

/** A shorter log is followed as fast as it is built from. */
const longLog = 5000;

/**
 * Marks empty read models of a long log as older ones, so that they are built aside: following it would take several
 * times the memory of a rebuild.
 */
async function replaceEmpty({ store, pool, fence, projections }: Following): Promise<void> {
  const isEmpty = ({ checkpoint }: ReadModelRow) => checkpoint === store.start;
  const empty = (await readModelRows(pool)).filter(isEmpty).map(({ name }) => name);
  const names = projections.map(({ name }) => name as string).filter((name) => empty.includes(name));
  if (names.length === 0) return;
  // Read first: events appended meanwhile do not make the log long.
  const head = await store.head();
  const { checkpoint } = await store.readAll(store.start, longLog);
  if (store.compare(checkpoint, head) >= 0) return;
  await pool.query(
    `UPDATE read_model_checkpoints SET version = 0
     WHERE name = ANY ($1) AND EXISTS (SELECT FROM read_model_lease WHERE fence = $2)`,
    [names, fence],
  );
}

/** The start checkpoints. Read models that do not run are marked, so that no request waits for them. */
async function startingPoints(following: Following) {
  const { store, pool, projections, log, board } = following;
  await prepareReadModels(pool, projections, store.start);
  await replaceEmpty(following);
  const rows = new Map((await readModelRows(pool)).map((row) => [row.name, row]));
  const models: UpdatedModel[] = [];
  const older: AnyProjection[] = [];
  for (const projection of projections) {
    const { name, version } = projection;
    const row = rows.get(name);
    if (row?.version === version) {
      models.push({ projection, checkpoint: row.checkpoint, stopped: false });
    } else if (!row || row.version < version) {
      older.push(projection);
      await suspend(following, name, "catching-up");
    } else {
      const reason = `its table has version ${row.version}, this program builds version ${version}`;
      await suspend(following, name, "stopped", { reason });
      board.set(name, { state: "stopped", stopped: { eventId: "", reason } });
      log({ level: "error", message: "a read model is of a newer program", readModel: name, reason });
    }
  }
  return { models, older };
}
