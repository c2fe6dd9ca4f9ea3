import type { EventMeta, RecordedEvent } from "../event-store.ts";
import { checkpointOf } from "./log-position.ts";
import type { StoredEvent } from "./protocol.ts";

/**
 * Metadata stored with an event in EventStoreDB. Responses of commands are not among it, because the log cannot delete
 * anything.
 */
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

/** The event as the product recorded it; undefined for events of the server or of other applications. */
export function eventOfProduct(event: StoredEvent): RecordedEvent | undefined {
  const { id, stream, revision, type, data, position } = event;
  if (!isMetadata(event.metadata) || type.startsWith("$")) return undefined;
  const { schemaVersion, occurredAt, ...meta } = event.metadata;
  return {
    eventId: id,
    stream,
    revision,
    checkpoint: checkpointOf(position),
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
