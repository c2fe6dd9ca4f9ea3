import type { EventDefinition } from "#contracts/event";
import type { NewEvent } from "../../event-store/event-store.ts";

/** An event that violates the catalogue. Names the fields, never their contents. */
export class InvalidEvent extends Error {
  constructor(type: string, problem: string) {
    super(`${type} cannot be recorded: ${problem}`);
    this.name = "InvalidEvent";
  }
}

interface CheckedEvent extends NewEvent {
  readonly definition: EventDefinition;
}

/** @throws InvalidEvent */
export function checkedEvent(
  { type, schemaVersion, data }: NewEvent,
  definition?: EventDefinition,
): CheckedEvent {
  if (!definition) throw new InvalidEvent(type, "the catalogue does not know it");
  if (schemaVersion !== definition.version)
    throw new InvalidEvent(type, `today's schema version is ${definition.version}, not ${schemaVersion}`);
  const parsed = definition.data.safeParse(data);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join(".") || "data");
    throw new InvalidEvent(type, `wrong ${fields.join(", ")}`);
  }
  return { type, schemaVersion, data: parsed.data, definition };
}
