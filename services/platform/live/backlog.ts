import type { Checkpoint, EventStore, RecordedEvent } from "../../event-store/event-store.ts";
import type { LiveServerLimits } from "./options.ts";

export type Backlog = ReturnType<typeof createBacklog>;

/**
 * The last change of each channel: all that a resuming client needs, because names carry no data. It holds every change
 * after one checkpoint and reads further back on demand, at most `resumeEvents` events at a time.
 */
export function createBacklog(
  store: EventStore,
  names: (event: RecordedEvent) => Promise<readonly string[]>,
  limits: Pick<LiveServerLimits, "resumeEvents" | "rememberedChannels">,
) {
  let from: Checkpoint = store.start;
  let tooFar: Checkpoint | undefined;
  /** Oldest change first. */
  let changes = new Map<string, Checkpoint>();
  let reading: Promise<unknown> = Promise.resolve();

  const isTooFar = (after: Checkpoint) => tooFar !== undefined && store.compare(after, tooFar) <= 0;

  function evict(): void {
    for (const [channel, checkpoint] of changes) {
      if (changes.size <= limits.rememberedChannels) return;
      changes.delete(channel);
      from = checkpoint;
    }
  }

  /**
   * Last changes in (after, until], or undefined when that is too much. Half of the limit behind it counts as too far, too:
   * otherwise clients that go on event by event could have all that again and again for each.
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
    // Others were in line before it.
    if (isTooFar(after)) return false;
    const older = await read(after, until);
    if (!older) return false;
    // Evicted meanwhile: between the events read and the changes held there would be a gap.
    if (from !== until) return false;
    for (const [channel, checkpoint] of changes) moveToEnd(older, channel, checkpoint);
    changes = older;
    from = after;
    evict();
    return store.compare(after, from) >= 0;
  }

  return {
    /** Nothing is known up to and including this checkpoint. */
    begin(at: Checkpoint): void {
      from = at;
    },
    /** A channel has changed; called in log order. */
    note(channel: string, checkpoint: Checkpoint): void {
      moveToEnd(changes, channel, checkpoint);
      evict();
    },
    /**
     * Whether every change after a checkpoint and up to `released` is known, if need be by re-reading the log.
     * False when the checkpoint is unreadable, too far back or of another log: reset.
     */
    async reaches(after: Checkpoint, released: Checkpoint): Promise<boolean> {
      try {
        if (isTooFar(after)) return false;
        if (store.compare(after, from) < 0) {
          const extended = reading.then(() => extend(after));
          reading = extended.catch(() => {});
          return await extended;
        }
        if (store.compare(after, released) <= 0) return true;
        // Another process may be ahead of this one; a checkpoint beyond the head belongs to another log.
        return store.compare(after, await store.head()) <= 0;
      } catch {
        return false;
      }
    },
    /** Whether that is so now, without reading. */
    covers: (after: Checkpoint): boolean => store.compare(after, from) >= 0,
    /** Checkpoint of a channel's last change if that lies after a checkpoint that is covered. */
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
