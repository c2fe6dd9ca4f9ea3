import type pg from "pg";
import type { Checkpoint, EventStore, RecordedEvent } from "#services/event-store/event-store";
import type { AnyProjection } from "../projection.ts";
import { applyEvents, type Folded, foldEvents, reasonOf } from "./apply.ts";
import { advance, type ReadModelState, StaleCheckpoint } from "./checkpoints.ts";
import type { ProjectorLog, StatusBoard } from "./status.ts";
import { isDataError } from "./transaction.ts";
import { backoff, pause } from "./waiting.ts";

/** A read model that this process updates. */
export interface UpdatedModel {
  readonly projection: AnyProjection;
  checkpoint: Checkpoint;
  /** Set after an event that it cannot handle. */
  stopped: boolean;
}

/** Events that end at `to`; the first may precede the checkpoint of a read model. */
export interface Batch {
  readonly events: readonly RecordedEvent[];
  readonly to: Checkpoint;
  /** Folded while the previous batch was being written; valid for models that are at `from` once that is done. */
  readonly ahead?: { readonly from: Checkpoint; readonly folded: ReadonlyMap<UpdatedModel, Folded> };
}

interface ApplierTools {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly fence: number;
  readonly log: ProjectorLog;
  readonly board: StatusBoard;
  readonly signal: AbortSignal;
}

export interface BatchApplier {
  /** Folds the part of a batch that need not wait for the previous one, which ends at `from`. */
  foldAhead(models: readonly UpdatedModel[], batch: Batch, from: Checkpoint): Batch;
  /**
   * Applies a batch to read models in one transaction. A read model that cannot handle an event stops there and is
   * reported; the others continue. Transient errors are retried.
   * @throws StaleCheckpoint | the reason of the signal
   */
  apply(models: readonly UpdatedModel[], batch: Batch, state: ReadModelState): Promise<void>;
}

const nothing = ({ checkpoint }: UpdatedModel): Folded => ({ steps: [], events: 0, checkpoint });

export function createBatchApplier({ store, pool, fence, log, board, signal }: ApplierTools): BatchApplier {
  async function apply(models: readonly UpdatedModel[], batch: Batch, state: ReadModelState): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      const running = models.filter(({ stopped }) => !stopped);
      try {
        return await applyTogether(running, batch, state);
      } catch (error) {
        if (signal.aborted || error instanceof StaleCheckpoint) throw error;
        log({ level: "warn", message: "writing read models failed, retrying", reason: reasonOf(error) });
        await pause(backoff(attempt), signal);
      }
    }
  }

  /** After a rejected row: applies each read model alone, to find the event that caused it. */
  async function applyTogether(
    models: readonly UpdatedModel[],
    batch: Batch,
    state: ReadModelState,
  ): Promise<void> {
    try {
      await write(models, batch, state);
    } catch (error) {
      if (!isDataError(error)) throw error;
      for (const model of models) await applyAlone(model, batch, state);
    }
  }

  async function applyAlone(
    model: UpdatedModel,
    { events, to }: Batch,
    state: ReadModelState,
  ): Promise<void> {
    const { projection, checkpoint } = model;
    const range = { events: after(checkpoint, events), to };
    if (store.compare(checkpoint, to) >= 0) return;
    const poison = await applyEvents(projection, checkpoint, range, (folded) =>
      move([{ model, folded }], state),
    );
    if (poison) await move([{ model, folded: { ...nothing(model), poison } }], state);
  }

  function foldAhead(models: readonly UpdatedModel[], { events, to }: Batch, from: Checkpoint): Batch {
    const running = models.filter(({ stopped }) => !stopped);
    const folded = running.map((model) => [model, foldEvents(model.projection, events, from, to)] as const);
    return { events, to, ahead: { from, folded: new Map(folded) } };
  }

  function write(
    models: readonly UpdatedModel[],
    { events, to, ahead }: Batch,
    state: ReadModelState,
  ): Promise<void> {
    const moves = models.map((model) => {
      const { projection, checkpoint } = model;
      if (store.compare(checkpoint, to) >= 0) return { model, folded: nothing(model) };
      const folded = ahead?.from === checkpoint ? ahead.folded.get(model) : undefined;
      return { model, folded: folded ?? foldEvents(projection, after(checkpoint, events), checkpoint, to) };
    });
    return move(moves, state);
  }

  /** Events are in log order, so the first one mostly decides. */
  function after(checkpoint: Checkpoint, events: readonly RecordedEvent[]): readonly RecordedEvent[] {
    const isAfter = (event: RecordedEvent) => store.compare(event.checkpoint, checkpoint) > 0;
    return events[0] && isAfter(events[0]) ? events : events.filter(isAfter);
  }

  async function move(
    moves: readonly { readonly model: UpdatedModel; readonly folded: Folded }[],
    state: ReadModelState,
  ): Promise<void> {
    await advance(
      pool,
      fence,
      moves.map(({ model: { projection, checkpoint: previous }, folded }) => ({
        projection,
        previous,
        folded,
        state,
      })),
    );
    for (const { model, folded } of moves) {
      const { name: readModel } = model.projection;
      const { checkpoint, poison } = folded;
      model.checkpoint = checkpoint;
      model.stopped = poison !== undefined;
      board.set(
        readModel,
        poison ? { state: "stopped", checkpoint, stopped: poison } : { state, checkpoint },
      );
      if (poison) log({ level: "error", message: "a read model stopped at an event", readModel, ...poison });
    }
  }

  return { apply, foldAhead };
}
