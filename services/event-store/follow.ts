import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { Batch, Checkpoint, EventStore } from "./event-store.ts";

interface FollowOptions {
  readonly signal: AbortSignal;
  /** Called with errors of the store or of `handle`; the subscription continues after the last handled batch. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds. The pause doubles with each consecutive error. */
  readonly retryMs?: { readonly first: number; readonly last: number };
}

/**
 * Handles every batch after a checkpoint, in log order, one at a time, until aborted. Errors are retried forever.
 * @param from called until it returns a checkpoint
 */
export async function follow(
  store: Pick<EventStore, "subscribe">,
  from: () => Promise<Checkpoint>,
  handle: (batch: Batch) => Promise<void> | void,
  { signal, onError, retryMs: { first, last } = { first: 100, last: 5000 } }: FollowOptions,
): Promise<void> {
  let at: Checkpoint | undefined;
  for (let retryMs = first; !signal.aborted; retryMs = Math.min(retryMs * 2, last)) {
    try {
      at ??= await from();
      for await (const batch of store.subscribe(at, signal)) {
        // Read models of this process handle the same batch first, because requests wait for them.
        await turn();
        if (signal.aborted) return;
        await handle(batch);
        at = batch.checkpoint;
        retryMs = first;
      }
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await pause(retryMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
