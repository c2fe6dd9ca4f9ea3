import type { EventMeta, RecordedEvent } from "../event-store.ts";
import { checkpointOf } from "./log-place.ts";
import type { StoredEvent } from "./protocol.ts";

/** What stands beside an event's data in EventStoreDB. Answers do not: nothing there can ever be forgotten. */
interface Metadata extends EventMeta {
  readonly schemaVersion: number;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
}

export const metadataOf = (meta: EventMeta, schemaVersion: number, occurredAt: string): Metadata => ({
  ...meta,
  schemaVersion,
  occurredAt,
});

/** As the product recorded it; undefined for what the server or others keep in the same log. */
export function eventOfProduct(event: StoredEvent): RecordedEvent | undefined {
  const { id, stream, revision, type, data, place } = event;
  if (!isMetadata(event.metadata) || type.startsWith("$")) return undefined;
  const { schemaVersion, occurredAt, ...meta } = event.metadata;
  return {
    eventId: id,
    stream,
    revision,
    checkpoint: checkpointOf(place),
    type,
    schemaVersion,
    data: data as RecordedEvent["data"],
    meta,
    occurredAt,
  };
}

function isMetadata(value: unknown): value is Metadata {
  const { commandId, schemaVersion, occurredAt } = (value ?? {}) as Partial<Metadata>;
  return typeof commandId === "string" && typeof schemaVersion === "number" && typeof occurredAt === "string";
}
