import { readModelRows } from "#projections/projector/checkpoints";
import type { Checkpoint, EventStore, OwnedEventStore } from "../event-store/event-store.ts";
import type { ProcessContext } from "./process-context.ts";

/** How far a read model is behind the log. */
interface Lag {
  /** Counted up to `counted`, in EventStoreDB up to 1000. */
  readonly lagEvents: number;
  /** Age of the oldest event that it lacks. */
  readonly lagSeconds: number;
}

/** The count is capped at this number. */
export const counted = 1_000_000;
/** The same for a store that has to read events to count them. */
const readToCount = 1000;

/** Distances of checkpoints from the head; equal ones of a call are measured once. */
export function lagFrom(
  log: Pick<EventStore, "head" | "compare" | "readAll"> & Pick<OwnedEventStore, "countBetween">,
  now: () => Date,
) {
  const none: Lag = { lagEvents: 0, lagSeconds: 0 };
  return async (checkpoints: readonly Checkpoint[]): Promise<ReadonlyMap<Checkpoint, Lag>> => {
    const head = await log.head();
    const lagOf = async (checkpoint: Checkpoint): Promise<Lag> => {
      if (log.compare(checkpoint, head) >= 0) return none;
      const oldest = (await log.readAll(checkpoint, 1)).events[0]?.occurredAt;
      if (oldest === undefined) return none;
      // A thousand may be a gigabyte.
      const lagEvents =
        (await log.countBetween?.(checkpoint, head, counted)) ??
        (await log.readAll(checkpoint, readToCount)).events.length;
      const age = (now().getTime() - Date.parse(oldest)) / 1000;
      return { lagEvents, lagSeconds: Math.max(0, Math.round(age * 10) / 10) };
    };
    const different = [...new Set(checkpoints)];
    return new Map(
      await Promise.all(different.map(async (checkpoint) => [checkpoint, await lagOf(checkpoint)] as const)),
    );
  };
}

/** Every read model with its lag, whichever process writes it. */
export function readModelsOf({ storage, now }: ProcessContext) {
  const lagOf = lagFrom(storage.log, now);
  return async () => {
    const rows = await readModelRows(storage.database.pool);
    const lags = await lagOf(rows.map(({ checkpoint }) => checkpoint));
    return rows.map(({ name, version, state, stopped, events, checkpoint }) => ({
      name,
      version,
      state,
      ...(stopped && { stopped }),
      events,
      lagEvents: lags.get(checkpoint)?.lagEvents ?? 0,
      lagSeconds: lags.get(checkpoint)?.lagSeconds ?? 0,
    }));
  };
}
