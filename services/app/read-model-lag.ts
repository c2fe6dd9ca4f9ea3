import { readModelRows } from "#projections/projector/checkpoints";
import type { Checkpoint, EventStore, OwnedEventStore } from "../event-store/event-store.ts";
import type { ProcessContext } from "./process-context.ts";

/** How far a read model is behind the log. */
export interface Lag {
  /** Counted up to `counted`, in EventStoreDB up to 1000. */
  readonly lagEvents: number;
  /** Whether counting ended before the head, so that there are more. */
  readonly isCapped?: true | undefined;
  /** Age of the oldest event that it lacks. */
  readonly lagSeconds: number;
}

/** The count is capped at this number. */
const counted = 1_000_000;
/** The same for a store that has to read events to count them. */
const readToCount = 1000;

const none: Lag = { lagEvents: 0, lagSeconds: 0 };

/** `60,000 events`, or `1,000 or more events`. */
export const eventsOf = ({ lagEvents, isCapped }: Pick<Lag, "lagEvents" | "isCapped">): string =>
  `${lagEvents.toLocaleString("en")}${isCapped ? " or more" : ""} events`;

/** Distances of checkpoints from the head; equal ones of a call are measured once. */
export function lagFrom(
  log: Pick<EventStore, "head" | "compare" | "readAll"> & Pick<OwnedEventStore, "countBetween">,
  now: () => Date,
) {
  return async (checkpoints: readonly Checkpoint[]): Promise<ReadonlyMap<Checkpoint, Lag>> => {
    const head = await log.head();
    const lagOf = async (checkpoint: Checkpoint): Promise<Lag> => {
      if (log.compare(checkpoint, head) >= 0) return none;
      const oldest = (await log.readAll(checkpoint, 1)).events[0]?.occurredAt;
      if (oldest === undefined) return none;
      const age = (now().getTime() - Date.parse(oldest)) / 1000;
      return { ...(await countFrom(checkpoint, head)), lagSeconds: Math.max(0, Math.round(age * 10) / 10) };
    };
    const countFrom = async (checkpoint: Checkpoint, until: Checkpoint): Promise<Omit<Lag, "lagSeconds">> => {
      // One more than is counted tells whether there are more.
      const most = await log.countBetween?.(checkpoint, until, counted + 1);
      if (most !== undefined)
        return most > counted ? { lagEvents: counted, isCapped: true } : { lagEvents: most };
      // Such a page ends earlier if its events are large: a thousand may be a gigabyte.
      const page = await log.readAll(checkpoint, readToCount);
      const next = await log.readAll(page.checkpoint, 1);
      return { lagEvents: page.events.length, ...(next.events.length > 0 && { isCapped: true }) };
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
      ...(lags.get(checkpoint) ?? none),
    }));
  };
}
