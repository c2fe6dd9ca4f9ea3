import type { Checkpoint, EventStore, RecordedEvent } from "#services/event-store/event-store";
import type { AnyProjection } from "../projection.ts";
import { applyEvents, type Folded } from "../projector/apply.ts";
import { backoff, pause } from "../projector/waiting.ts";

/** The log as a build reads it. */
export type Log = Pick<EventStore, "readAll" | "compare">;

/** The part of the log after a checkpoint up to `to`. */
export interface LogRange {
  readonly events: readonly RecordedEvent[];
  readonly to: Checkpoint;
}

/**
 * The next events after a checkpoint, none beyond `to`, which the log is known to contain.
 * @throws if the log ends before it: log and read models then do not belong together
 */
export async function readRange(
  log: Log,
  after: Checkpoint,
  limit: Checkpoint,
  size: number,
): Promise<LogRange> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const batch = await log.readAll(after, size);
    if (log.compare(batch.checkpoint, limit) > 0) {
      const events = batch.events.filter(({ checkpoint }) => log.compare(checkpoint, limit) <= 0);
      return { events, to: limit };
    }
    if (log.compare(batch.checkpoint, after) > 0) return { events: batch.events, to: batch.checkpoint };
    await pause(backoff(attempt));
  }
  throw new Error("the event log ends before the checkpoint of a read model");
}

const maxAttempts = 5;

/** The read model cannot handle an event. */
export class PoisonedBuild extends Error {
  readonly readModel: string;
  readonly eventId: string;
  readonly reason: string;
  constructor(readModel: string, eventId: string, reason: string) {
    super(`${readModel} cannot take in event ${eventId}: ${reason}`);
    this.name = "PoisonedBuild";
    this.readModel = readModel;
    this.eventId = eventId;
    this.reason = reason;
  }
}

/**
 * Folds a range and writes it; if the database rejects it, event by event, to name the one that caused it.
 * @throws PoisonedBuild
 */
export async function applyRange(
  projection: AnyProjection,
  from: Checkpoint,
  range: LogRange,
  write: (folded: Omit<Folded, "poison">) => Promise<void>,
): Promise<void> {
  const poison = await applyEvents(projection, from, range, write);
  if (poison) throw new PoisonedBuild(projection.name, poison.eventId, poison.reason);
}
