import type { Checkpoint } from "#services/event-store/event-store";
import { abandonedMs, BuildInProgress, NewerServed, type StoreAndPool } from "../building/build.ts";
import { PoisonedBuild } from "../building/log-range.ts";
import type { AnyProjection } from "../projection.ts";
import { rebuildReadModels } from "../rebuild.ts";
import { type Poison, reasonOf } from "./apply.ts";
import { suspend } from "./checkpoints.ts";
import type { ProjectorLog, StatusBoard } from "./status.ts";
import { backoff, pause } from "./waiting.ts";

interface Replacing extends StoreAndPool {
  readonly fence: number;
  readonly log: ProjectorLog;
  readonly board: StatusBoard;
  readonly signal: AbortSignal;
  /** Called with the checkpoint of the new table once it serves. */
  readonly onReplaced: (projection: AnyProjection, checkpoint: Checkpoint) => Promise<void>;
}

/** Events per transaction: a batch is folded without interruption, and this process serves requests, too. */
const batchSize = 500;
/** Longer than the builds of a killed process count as active: otherwise each would need a pass of its own. */
const patienceMs = abandonedMs + 5000;

/**
 * Replaces tables of older versions by ones built from the start of the log; the old ones serve meanwhile. Retries
 * until each has been replaced, has met an event that it cannot handle, or turns out to be of a newer program version.
 */
export async function replaceOlder(
  replacing: Replacing,
  projections: readonly AnyProjection[],
): Promise<void> {
  const { store, pool, replay, log, board, signal, onReplaced } = replacing;
  const waiting = new Map(projections.map((projection) => [projection.name as string, projection]));
  const startedAt = performance.now();
  for (const { name, version } of projections)
    log({ level: "info", message: `building version ${version} aside`, readModel: name });
  for (let attempt = 0; waiting.size > 0 && !signal.aborted; attempt += 1)
    try {
      await rebuildReadModels({ store, pool, ...(replay && { replay }) }, [...waiting.values()], {
        signal,
        batchSize,
        skipsBusy: performance.now() - startedAt > patienceMs,
        async onSwap({ name, checkpoint }) {
          const projection = waiting.get(name);
          if (!projection) return;
          waiting.delete(name);
          log({ level: "info", message: `version ${projection.version} took over`, readModel: name });
          await onReplaced(projection, checkpoint);
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      const stopped = reasonToStop(error);
      if (stopped) {
        const { readModel, message, ...poison } = stopped;
        waiting.delete(readModel);
        await suspend(replacing, readModel, "stopped", poison);
        board.set(readModel, { state: "stopped", stopped: poison });
        log({ level: "error", message, readModel, ...poison });
      } else {
        const message =
          error instanceof BuildInProgress
            ? error.message
            : "building beside the serving table failed, retrying";
        log({ level: "warn", message, reason: reasonOf(error) });
        await pause(backoff(attempt), signal);
      }
    }
}

/** The reason why a read model must not be retried. */
function reasonToStop(
  error: unknown,
): (Poison & { readonly readModel: string; message: string }) | undefined {
  if (error instanceof PoisonedBuild) {
    const { readModel, eventId, reason } = error;
    return { readModel, message: "a read model stopped at an event", eventId, reason };
  }
  if (error instanceof NewerServed) {
    const { readModel, message: reason } = error;
    return { readModel, message: "a read model is of a newer program", eventId: "", reason };
  }
  return undefined;
}
