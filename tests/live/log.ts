import type { View } from "#contracts/live";
import {
  type Batch,
  type Checkpoint,
  type RecordedEvent,
  StoreUnavailable,
} from "#services/event-store/event-store";
import type { Revocation } from "#services/platform/live/options";
import { commandOf } from "#tests/support/commands";
import { memoryEventStore } from "#tests/support/memory-store";

interface LogChange {
  /** `view/key` of the channels that the event touches. */
  readonly touches?: readonly string[];
  readonly revokes?: readonly Revocation[];
}

export type TestLog = ReturnType<typeof createTestLog>;

export const touched = ({ data }: RecordedEvent) =>
  (data.touches as string[]).map((id) => {
    const [view, key] = id.split("/") as [View, string];
    return { view, key };
  });

export const revocations = ({ data }: RecordedEvent) => data.revokes as Revocation[];

/** A memory store that fails on demand, and read models that advance on demand. */
export function createTestLog() {
  const memory = memoryEventStore();
  const watchers = new Set<() => void>();
  const touches: (readonly string[])[] = [];
  let reached = memory.start;
  let breaking = new AbortController();
  let reread = 0;

  const mustRun = () => {
    if (breaking.signal.aborted) throw new StoreUnavailable(new Error("broken by the test"));
  };

  async function* subscribe(after: Checkpoint, signal: AbortSignal): AsyncIterable<Batch> {
    mustRun();
    yield* memory.subscribe(after, AbortSignal.any([signal, breaking.signal]));
    if (!signal.aborted) mustRun();
  }

  /** Appends an event; its rows exist only after `advance` has been called. Returns its checkpoint. */
  function add(change: LogChange): Checkpoint {
    const data = { touches: change.touches ?? [], revokes: change.revokes ?? [] };
    // The memory store appends before it returns.
    void memory.append(
      "test-1",
      [{ type: "Touched", schemaVersion: 1, data }],
      touches.length - 1,
      commandOf({ occurredAt: new Date().toISOString() }),
    );
    touches.push(data.touches);
    return String(touches.length);
  }

  /** Advances the read models to a checkpoint, by default the head. */
  function advance(to: Checkpoint = String(touches.length)): void {
    if (memory.compare(to, reached) > 0) reached = to;
    for (const watcher of [...watchers]) watcher();
  }

  return {
    add,
    advance,
    /** `add` and `advance`. */
    happen(...ids: string[]) {
      const checkpoint = add({ touches: ids });
      advance(checkpoint);
      return checkpoint;
    },
    /** Makes running and new subscriptions fail until `mend`. */
    breakDown: () => breaking.abort(),
    mend() {
      if (breaking.signal.aborted) breaking = new AbortController();
    },
    /** The row of a channel according to the read models: the number of its writes. */
    writes: (id: string) => touches.slice(0, Number(reached)).filter((ids) => ids.includes(id)).length,
    /** Number of events read for clients that resume. */
    reread: () => reread,
    store: {
      ...memory,
      subscribe,
      async head() {
        mustRun();
        return memory.head();
      },
      async readAll(after: Checkpoint, limit: number) {
        mustRun();
        const batch = await memory.readAll(after, limit);
        reread += batch.events.length;
        return batch;
      },
    },
    progress: {
      reached: () => reached,
      waitFor: async () => true,
      onAdvance(callback: () => void) {
        watchers.add(callback);
        return () => watchers.delete(callback);
      },
    },
  };
}
