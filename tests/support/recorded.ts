import { randomUUID } from "node:crypto";
import { type DomainEvent, eventCatalogue } from "#contracts/events";
import { eventId } from "#services/event-store/event-id";
import type { CommandRecord, EventStore, NewEvent, RecordedEvent } from "#services/event-store/event-store";

const commandId = "5b0f6a3e-7a0c-4a52-9d43-3f1f1a9f0c01";

/** An event as the store returns it, the n-th of a log, at 12:30 UTC, which is 21:30 in Seoul. */
export const recorded = (event: DomainEvent, n = 1): RecordedEvent => ({
  type: event.type,
  schemaVersion: eventCatalogue[event.type].version,
  data: event.data,
  eventId: eventId(commandId, n),
  stream: "example-1",
  revision: n - 1,
  checkpoint: `1.700.${n}`,
  meta: { commandId, causationId: commandId, correlationId: commandId, actor: "system" },
  occurredAt: "2025-09-03T12:30:00.000Z",
});

/** A command with a new id. */
export const newCommand = (occurredAt = "2025-09-03T12:30:00.000Z"): CommandRecord => {
  const id = randomUUID();
  return {
    commandId: id,
    fingerprint: "",
    answer: null,
    meta: { causationId: id, correlationId: id, actor: "system" },
    occurredAt,
  };
};

export const asNew = (event: DomainEvent): NewEvent => ({
  ...event,
  schemaVersion: eventCatalogue[event.type].version,
});

/** Appends events to a stream at any revision, each with its own command. */
export async function tell(store: EventStore, stream: string, ...events: DomainEvent[]): Promise<string> {
  let checkpoint = store.start;
  for (const event of events) {
    const { revision } = await store.read(stream);
    const appended = await store.append(stream, [asNew(event)], revision, newCommand());
    if (appended.outcome === "appended") checkpoint = appended.checkpoint;
  }
  return checkpoint;
}
