import { oneJobAtATime } from "#contracts/jobs";
import type { Checkpoint, RecordedEvent } from "#services/event-store/event-store";
import type { StoreAndPool } from "../building/build.ts";
import { readRange } from "../building/log-range.ts";
import type { AnyProjection } from "../projection.ts";
import { type Poison, reasonOf } from "./apply.ts";
import { type Batch, type BatchApplier, createBatchApplier, type UpdatedModel } from "./batch-applier.ts";
import { type ReadModelRow, readModelRows, StaleCheckpoint, suspend } from "./checkpoints.ts";
import { replaceOlder } from "./replace-older.ts";
import { prepareReadModels } from "./schema.ts";
import type { ProjectorLog, StatusBoard } from "./status.ts";
import { backoff, pause } from "./waiting.ts";

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
 * Advances the read models along the log while this process holds the lease. Ends when the signal aborts.
 * @throws StaleCheckpoint if checkpoints differ from where they were left: the caller checks its lease
 */
export async function followLog(following: Following): Promise<void> {
  const starting = await startingPoints(following);
  const head = await following.store.head();
  await new LogFollower(following, starting, head).run();
}

/**
 * Read models at the same checkpoint form the group, which every batch advances in one transaction. Those that lag
 * (stopped earlier, or rebuilt) catch up separately and join it.
 */
class LogFollower {
  readonly #following: Following;
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  readonly #applier: BatchApplier;
  readonly #inTurn = oneJobAtATime();
  /** The checkpoint of the group. */
  #frontier: Checkpoint;
  readonly #group: UpdatedModel[];
  readonly #late: readonly UpdatedModel[];
  readonly #older: readonly AnyProjection[];
  #areAllJoined = false;

  constructor(following: Following, { models, older }: StartingPoints, head: Checkpoint) {
    const { store, signal } = following;
    this.#following = following;
    this.#signal = AbortSignal.any([signal, this.#end.signal]);
    this.#applier = createBatchApplier({ ...following, signal: this.#signal });
    // If all are to be rebuilt, no read model needs the current events of the log.
    this.#frontier = models.reduce(
      (furthest, { checkpoint }) => (store.compare(checkpoint, furthest) > 0 ? checkpoint : furthest),
      models.length > 0 ? store.start : head,
    );
    this.#late = models.filter((model) => this.#lags(model));
    this.#group = models.filter((model) => !this.#lags(model));
    this.#older = older;
  }

  async run(): Promise<void> {
    await this.#applier.apply(this.#group, { events: [], to: this.#frontier }, "running");
    const joining = this.#joinAll().then(
      () => {
        this.#areAllJoined = true;
      },
      (error: unknown) => this.#end.abort(error),
    );
    try {
      await this.#follow();
    } finally {
      this.#end.abort();
      await joining;
    }
    if (!this.#following.signal.aborted) throw this.#end.signal.reason;
  }

  #lags({ checkpoint }: UpdatedModel): boolean {
    return this.#following.store.compare(checkpoint, this.#frontier) < 0;
  }

  /** Processes the log from the frontier on, until aborted. */
  async #follow(): Promise<void> {
    for (let attempt = 0; !this.#signal.aborted; attempt += 1) {
      try {
        await this.#followUnbroken(() => {
          attempt = 0;
        });
      } catch (error) {
        if (this.#signal.aborted) return;
        if (error instanceof StaleCheckpoint) throw error;
        const unreadable = unreadableEvent(error);
        if (unreadable) await this.#inTurn(() => this.#stopAt(unreadable));
        this.#following.log({
          level: unreadable ? "error" : "warn",
          message: "following the event log failed, retrying",
          reason: reasonOf(error),
        });
        await pause(backoff(attempt), this.#signal);
      }
    }
  }

  /** Far behind, the next batch is read and folded while one is being written. */
  async #followUnbroken(onBatch: () => void): Promise<void> {
    let writing: Promise<void> = Promise.resolve();
    let read = this.#frontier;
    const failed = new AbortController();
    const signal = AbortSignal.any([this.#signal, failed.signal]);
    try {
      for await (const { events, checkpoint } of this.#following.store.subscribe(read, signal)) {
        onBatch();
        // Batches are not merged: with twice the events surviving a garbage collection, each costs a third more.
        const batch = this.#applier.foldAhead(this.#group, { events, to: checkpoint }, read);
        read = checkpoint;
        await writing;
        writing = this.#inTurn(() => this.#write(batch));
        if (batch.events.length < foldsAheadFrom) await writing;
        // Awaited before the next batch, but a failure aborts immediately, as the next batch may take long to arrive.
        writing.catch(() => failed.abort());
      }
      await writing;
    } finally {
      await writing.catch(() => {});
    }
  }

  async #write(batch: Batch): Promise<void> {
    const began = Date.now();
    await this.#applier.apply(this.#group, batch, "running");
    this.#frontier = batch.to;
    // A read model that lags may still be marked as running.
    if (this.#areAllJoined) this.#following.onMoved?.(this.#frontier, batch.events, began);
  }

  /** Marks every read model as stopped; a program version that can read the event starts them again. */
  async #stopAt(poison: Poison): Promise<void> {
    for (const { projection, checkpoint, stopped } of this.#group) {
      if (stopped) continue;
      await suspend(this.#following, projection.name, "stopped", poison);
      this.#following.board.set(projection.name, { state: "stopped", checkpoint, stopped: poison });
    }
  }

  async #joinAll(): Promise<void> {
    const { board } = this.#following;
    for (const { projection, checkpoint } of this.#late) {
      board.set(projection.name, { state: "catching-up", checkpoint });
    }
    for (const projection of this.#older) board.set(projection.name, { state: "building" });
    for (const model of this.#late) await this.#join(model);
    const onReplaced = (projection: AnyProjection, checkpoint: Checkpoint) =>
      this.#join({ projection, checkpoint, stopped: false });
    await replaceOlder({ ...this.#following, signal: this.#signal, onReplaced }, this.#older);
  }

  /** Brings a lagging read model to the frontier and into the group. */
  async #join(model: UpdatedModel): Promise<void> {
    await this.#catchUp(model);
    // The last range is applied while the group waits: after it both are at the same checkpoint.
    await this.#inTurn(async () => {
      await this.#catchUp(model);
      if (model.stopped) return;
      await this.#applier.apply([model], { events: [], to: this.#frontier }, "running");
      this.#group.push(model);
    });
  }

  /** Until the read model has reached the frontier or stopped. */
  async #catchUp(model: UpdatedModel): Promise<void> {
    while (!model.stopped && this.#lags(model)) {
      const { store } = this.#following;
      const range = await readRange(store, model.checkpoint, this.#frontier, catchUpSize);
      await this.#applier.apply([model], range, "catching-up");
    }
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

interface StartingPoints {
  readonly models: readonly UpdatedModel[];
  /** Their tables are to be built again. */
  readonly older: readonly AnyProjection[];
}

/** The start checkpoints. Read models that do not run are marked, so that no request waits for them. */
async function startingPoints(following: Following): Promise<StartingPoints> {
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
