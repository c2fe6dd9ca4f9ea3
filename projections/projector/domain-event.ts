import { type EventDefinition, upcast } from "#contracts/event";
import { type DomainEvent, eventCatalogue } from "#contracts/events";
import type { RecordedEvent } from "#services/event-store/event-store";
import type { EventMeta } from "../projection.ts";

/**
 * A stored event upcast to the current schema version; undefined for an unknown type.
 * @throws NewerSchemaVersion | an error if a step is missing
 */
export function domainEvent(recorded: RecordedEvent): DomainEvent | undefined {
  const definitions: Readonly<Record<string, EventDefinition>> = eventCatalogue;
  const definition = Object.hasOwn(definitions, recorded.type) ? definitions[recorded.type] : undefined;
  if (!definition) return undefined;
  return { type: recorded.type, data: upcast(recorded, definition) } as DomainEvent;
}

export const metaOf = (recorded: RecordedEvent): EventMeta => ({
  eventId: recorded.eventId,
  checkpoint: recorded.checkpoint,
  occurredAt: recorded.occurredAt,
  actor: recorded.meta.actor,
  sealed: recorded.sealed ?? null,
  ...(recorded.sealedParts && { sealedParts: recorded.sealedParts }),
});
