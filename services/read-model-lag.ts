import type { Checkpoint, EventStore } from "./event-store/event-store.ts";

/** How far a read model is behind the log. */
export interface Lag {
  /** Counted up to `counted`. */
  readonly lagEvents: number;
  /** Age of the oldest event that it lacks. */
  readonly lagSeconds: number;
}

/** So many, or more. */
export const counted = 1000;

/** Looks a checkpoint's distance from the head up; checkpoints of one call that are the same are looked up once. */
export function lagFrom(log: Pick<EventStore, "head" | "compare" | "readAll">, now: () => Date) {
  const none: Lag = { lagEvents: 0, lagSeconds: 0 };
  return async (checkpoints: readonly Checkpoint[]): Promise<ReadonlyMap<Checkpoint, Lag>> => {
    const head = await log.head();
    const lagOf = async (checkpoint: Checkpoint): Promise<Lag> => {
      if (log.compare(checkpoint, head) >= 0) return none;
      let oldest: string | undefined;
      let lagEvents = 0;
      for (let at = checkpoint; lagEvents < counted; ) {
        const batch = await log.readAll(at, counted - lagEvents);
        if (batch.events.length === 0) break;
        oldest ??= batch.events[0]?.occurredAt;
        lagEvents += batch.events.length;
        at = batch.checkpoint;
        // Mostly it is that already.
        if (log.compare(at, head) >= 0) break;
      }
      if (oldest === undefined) return none;
      const age = (now().getTime() - Date.parse(oldest)) / 1000;
      return { lagEvents, lagSeconds: Math.max(0, Math.round(age * 10) / 10) };
    };
    const different = [...new Set(checkpoints)];
    return new Map(
      await Promise.all(different.map(async (checkpoint) => [checkpoint, await lagOf(checkpoint)] as const)),
    );
  };
}
