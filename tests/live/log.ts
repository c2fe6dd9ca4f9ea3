import type { View } from "#contracts/live";
import {
  type Batch,
  type Checkpoint,
  type EventStore,
  type RecordedEvent,
  StoreUnavailable,
} from "#services/event-store/event-store";
import type { Revocation } from "#services/platform/live/options";
import type { ReadModelProgress } from "#services/platform/progress";
import { commandOf } from "#tests/support/commands";
import { memoryEventStore } from "#tests/support/memory-store";

export interface LogChange {
  /** `view/key` of the channels that the event touches. */
  readonly touches?: readonly string[];
  readonly revokes?: readonly Revocation[];
}

export interface TestLog {
  readonly store: EventStore;
  readonly progress: ReadModelProgress;
  /** Appends an event; its rows are there only once `advance` has been called. Returns its checkpoint. */
  add(change: LogChange): Checkpoint;
  /** The read models reach a checkpoint, by default the head. */
  advance(to?: Checkpoint): void;
  /** `add` and `advance`. */
  happen(...touches: string[]): Checkpoint;
  /** Running subscriptions fail and new ones too, until `mend`. */
  breakDown(): void;
  mend(): void;
  /** The row behind a channel as the read models hold it now: how often it was written. */
  writes(id: string): number;
  /** How many events were read for clients that resume. */
  reread(): number;
}

export const touched = ({ data }: RecordedEvent) =>
  (data.touches as string[]).map((id) => {
    const [view, key] = id.split("/") as [View, string];
    return { view, key };
  });

export const revocations = ({ data }: RecordedEvent) => data.revokes as Revocation[];

/** A memory store that breaks on demand, and read models that move on demand. */
export function createTestLog(): TestLog {
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

  function add(change: LogChange): Checkpoint {
    const data = { touches: change.touches ?? [], revokes: change.revokes ?? [] };
    // The memory store appends before it answers.
    void memory.append(
      "test-1",
      [{ type: "Touched", schemaVersion: 1, data }],
      touches.length - 1,
      commandOf({ occurredAt: new Date().toISOString() }),
    );
    touches.push(data.touches);
    return String(touches.length);
  }

  function advance(to: Checkpoint = String(touches.length)): void {
    if (memory.compare(to, reached) > 0) reached = to;
    for (const watcher of [...watchers]) watcher();
  }

  return {
    add,
    advance,
    happen(...ids) {
      const checkpoint = add({ touches: ids });
      advance(checkpoint);
      return checkpoint;
    },
    breakDown: () => breaking.abort(),
    mend() {
      if (breaking.signal.aborted) breaking = new AbortController();
    },
    writes: (id) => touches.slice(0, Number(reached)).filter((ids) => ids.includes(id)).length,
    reread: () => reread,
    store: {
      ...memory,
      subscribe,
      async head() {
        mustRun();
        return memory.head();
      },
      async readAll(after, limit) {
        mustRun();
        const batch = await memory.readAll(after, limit);
        reread += batch.events.length;
        return batch;
      },
    },
    progress: {
      reached: () => reached,
      waitFor: async () => true,
      onAdvance(callback) {
        watchers.add(callback);
        return () => watchers.delete(callback);
      },
    },
  };
}
