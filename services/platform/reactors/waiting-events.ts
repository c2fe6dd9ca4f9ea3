import type { Checkpoint, RecordedEvent } from "../../event-store/event-store.ts";

/**
 * Events that wait for a reactor. Keys take turns, so that many events of one key do not delay those of others; events
 * of one key stay in log order. The position advances only over events whose predecessors are all done.
 */
export function createWaitingEvents(keyOf: (event: RecordedEvent) => string) {
  /** In the order of the turns. */
  const byKey = new Map<string, RecordedEvent[]>();
  const order: RecordedEvent[] = [];
  const done = new Set<Checkpoint>();

  return {
    /** Events in log order, after all that were added before. */
    add(events: readonly RecordedEvent[]): void {
      for (const event of events) {
        const key = keyOf(event);
        const waiting = byKey.get(key);
        if (waiting) waiting.push(event);
        else byKey.set(key, [event]);
        order.push(event);
      }
    },
    /** The event whose turn it is; the same one until it is done. */
    next(): RecordedEvent | undefined {
      const [events] = byKey.values();
      return events?.[0];
    },
    /** Ends a turn. Returns the checkpoint up to which everything is done, if that has advanced. */
    end(event: RecordedEvent): Checkpoint | undefined {
      const key = keyOf(event);
      const waiting = byKey.get(key) ?? [];
      waiting.shift();
      byKey.delete(key);
      if (waiting.length > 0) byKey.set(key, waiting);
      done.add(event.checkpoint);
      let passed: Checkpoint | undefined;
      for (let [first] = order; first && done.delete(first.checkpoint); [first] = order) {
        passed = first.checkpoint;
        order.shift();
      }
      return passed;
    },
    /** The oldest event that is not done. */
    oldest: (): RecordedEvent | undefined => order[0],
    waiting: (): number => order.length - done.size,
  };
}
