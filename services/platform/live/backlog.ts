import { oneJobAtATime } from "#contracts/jobs";
import type { Checkpoint, EventStore, RecordedEvent } from "../../event-store/event-store.ts";
import type { LiveServerLimits } from "./options.ts";

export type Backlog = ReturnType<typeof createBacklog>;

/**
 * The last change of each channel, which is all that a resuming client needs, because names carry no data. It contains
 * every change after one checkpoint and reads further back on demand, at most `resumeEvents` events at a time.
 */
export function createBacklog(
  store: EventStore,
  names: (event: RecordedEvent) => Promise<readonly string[]>,
  limits: Pick<LiveServerLimits, "resumeEvents" | "rememberedChannels">,
) {
  let from: Checkpoint = store.start;
  let tooFar: Checkpoint | undefined;
  /** Ordered by change, oldest first. */
  let changes = new Map<string, Checkpoint>();
  const inTurn = oneJobAtATime();

  const isTooFar = (after: Checkpoint) => tooFar !== undefined && store.compare(after, tooFar) <= 0;

  function isCheckpoint(text: Checkpoint): boolean {
    try {
      store.compare(text, store.start);
      return true;
    } catch {
      return false;
    }
  }

  function evict(): void {
    for (const [channel, checkpoint] of changes) {
      if (changes.size <= limits.rememberedChannels) return;
      changes.delete(channel);
      from = checkpoint;
    }
  }

  /**
   * Last changes in (after, until], or undefined if these are too many. Half of the limit behind it already counts as
   * too many: otherwise clients that advance event by event would each cause the whole read again and again.
   */
  async function read(after: Checkpoint, until: Checkpoint): Promise<Map<string, Checkpoint> | undefined> {
    const older = new Map<string, Checkpoint>();
    let at = after;
    let count = 0;
    let middle = after;
    for (;;) {
      const batch = await store.readAll(at, 500);
      for (const event of batch.events) {
        if (store.compare(event.checkpoint, until) > 0) return older;
        count += 1;
        if (count === Math.floor(limits.resumeEvents / 2)) middle = event.checkpoint;
        if (count > limits.resumeEvents) {
          tooFar = middle;
          return undefined;
        }
        for (const channel of await names(event)) moveToEnd(older, channel, event.checkpoint);
      }
      if (batch.events.length === 0 || store.compare(batch.checkpoint, until) >= 0) return older;
      at = batch.checkpoint;
    }
  }

  async function extend(after: Checkpoint): Promise<boolean> {
    const until = from;
    if (store.compare(after, until) >= 0) return true;
    // Calls queued earlier may have changed the range.
    if (isTooFar(after)) return false;
    const older = await read(after, until);
    if (!older) return false;
    // Evicted meanwhile: there would be a gap between the events read and the changes in memory.
    if (from !== until) return false;
    for (const [channel, checkpoint] of changes) moveToEnd(older, channel, checkpoint);
    changes = older;
    from = after;
    evict();
    return store.compare(after, from) >= 0;
  }

  return {
    /** Sets the checkpoint up to which nothing is known. */
    begin(at: Checkpoint): void {
      from = at;
    },
    /** Records a change of a channel; called in log order. */
    note(channel: string, checkpoint: Checkpoint): void {
      moveToEnd(changes, channel, checkpoint);
      evict();
    },
    /**
     * Whether every change between a checkpoint and `released` is known, re-reading the log if necessary. False if the
     * checkpoint is invalid, too far back or of another log: the client is then reset. Throws if the log cannot be read.
     */
    async reaches(after: Checkpoint, released: Checkpoint): Promise<boolean> {
      if (!isCheckpoint(after) || isTooFar(after)) return false;
      if (store.compare(after, from) < 0) return inTurn(() => extend(after));
      if (store.compare(after, released) <= 0) return true;
      // Another process may be ahead of this one; a checkpoint beyond the head belongs to another log.
      return store.compare(after, await store.head()) <= 0;
    },
    /** Whether the changes after a checkpoint are known without reading the log. */
    covers: (after: Checkpoint): boolean => store.compare(after, from) >= 0,
    /** Checkpoint of a channel's last change, if that is after a checkpoint that is covered. */
    changedAfter(channel: string, after: Checkpoint): Checkpoint | undefined {
      const last = changes.get(channel);
      return last !== undefined && store.compare(last, after) > 0 ? last : undefined;
    },
  };
}

function moveToEnd(changes: Map<string, Checkpoint>, channel: string, checkpoint: Checkpoint): void {
  changes.delete(channel);
  changes.set(channel, checkpoint);
}
