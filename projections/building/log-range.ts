import type { Checkpoint, EventStore, RecordedEvent } from "#services/event-store/event-store";
import type { AnyProjection } from "../projection.ts";
import { type Folded, foldEvents, reasonOf } from "../projector/apply.ts";
import { isDataFault } from "../projector/transaction.ts";
import { backoff, pause } from "../projector/waiting.ts";

/** The read model cannot take in an event. */
export class PoisonedBuild extends Error {
  readonly eventId: string;
  readonly reason: string;
  constructor(name: string, eventId: string, reason: string) {
    super(`${name} cannot take in event ${eventId}: ${reason}`);
    this.name = "PoisonedBuild";
    this.eventId = eventId;
    this.reason = reason;
  }
}

/** A part of the log: everything after some checkpoint until `to`. */
export interface Stretch {
  readonly events: readonly RecordedEvent[];
  readonly to: Checkpoint;
}

/**
 * The next events after a checkpoint that the log is known to hold, none beyond it.
 * @throws when the log ends before it: log and read models are not of one origin
 */
export async function eventsUpTo(
  store: Pick<EventStore, "readAll" | "compare">,
  after: Checkpoint,
  limit: Checkpoint,
  size: number,
): Promise<Stretch> {
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const batch = await store.readAll(after, size);
    if (store.compare(batch.checkpoint, limit) > 0) {
      return {
        events: batch.events.filter((event) => store.compare(event.checkpoint, limit) <= 0),
        to: limit,
      };
    }
    if (store.compare(batch.checkpoint, after) > 0) return { events: batch.events, to: batch.checkpoint };
    await pause(backoff(attempt));
  }
  throw new Error("the event log ends before the checkpoint of a read model");
}

const patience = 5;

export type Taken = Omit<Folded, "poison">;

/** Takes in a stretch; when the database refuses it, event by event, to name the one at fault. */
export async function taking(
  projection: AnyProjection,
  from: Checkpoint,
  { events, to }: Stretch,
  take: (folded: Taken) => Promise<void>,
): Promise<void> {
  const folded = foldEvents(projection, events, from, to);
  if (folded.poison) throw new PoisonedBuild(projection.name, folded.poison.eventId, folded.poison.reason);
  try {
    await take(folded);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    const [only, ...others] = events;
    if (!only || others.length === 0) {
      throw new PoisonedBuild(projection.name, only?.eventId ?? "", reasonOf(error));
    }
    let at = from;
    for (const event of events) {
      await taking(projection, at, { events: [event], to: event.checkpoint }, take);
      at = event.checkpoint;
    }
  }
}
