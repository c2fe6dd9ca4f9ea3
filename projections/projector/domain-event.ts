import type { EventDefinition } from "#contracts/event";
import { type DomainEvent, eventCatalogue } from "#contracts/events";
import type { RecordedEvent } from "#services/event-store/event-store";
import type { EventMeta } from "../projection.ts";

/** The log contains an event of a newer schema version than this program knows. */
class NewerSchema extends Error {
  constructor(type: string, version: number) {
    super(`${type} is stored in schema version ${version}, which is newer than this program`);
    this.name = "NewerSchema";
  }
}

/**
 * A stored event upcast to the current schema version; undefined for an unknown type.
 * @throws NewerSchema
 */
export function domainEvent(recorded: RecordedEvent): DomainEvent | undefined {
  const definitions: Readonly<Record<string, EventDefinition>> = eventCatalogue;
  const definition = Object.hasOwn(definitions, recorded.type) ? definitions[recorded.type] : undefined;
  if (!definition) return undefined;
  if (recorded.schemaVersion > definition.version) {
    throw new NewerSchema(recorded.type, recorded.schemaVersion);
  }
  let data: Record<string, unknown> = recorded.data;
  for (let version = recorded.schemaVersion; version < definition.version; version += 1) {
    data = definition.upcasters?.[version]?.(data) ?? data;
  }
  return { type: recorded.type, data } as DomainEvent;
}

export const metaOf = (recorded: RecordedEvent): EventMeta => ({
  eventId: recorded.eventId,
  checkpoint: recorded.checkpoint,
  occurredAt: recorded.occurredAt,
  actor: recorded.meta.actor,
  sealed: recorded.sealed ?? null,
});
