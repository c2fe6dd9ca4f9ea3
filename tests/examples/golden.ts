import { z } from "zod";
import type { EventDefinition } from "#contracts/event";
import { eventCatalogue } from "#contracts/events";
import type { RecordedEvent } from "#services/event-store/event-store";

/**
 * One stored example of an event type in one schema version: `examples/events/<Type>.v<version>.json`. Such a file is
 * never changed: events like it may stand in a log for ever.
 */
export interface GoldenEvent {
  /** As it stands in the log, personal fields encrypted with `goldenKey`. */
  readonly stored: Omit<RecordedEvent, "checkpoint">;
  /** What its data were when they were written. */
  readonly written: Readonly<Record<string, unknown>>;
  /** Fields of this version with their types, and what of it is personal. */
  readonly shape: object;
}

/** Key of every member of the golden examples. */
export const goldenKey = Buffer.from("goldenkeygoldenkeygoldenkeygolde");

export const definitions: Readonly<Record<string, EventDefinition>> = eventCatalogue;
export const goldenFile = (type: string, version: number): URL =>
  new URL(`./events/${type}.v${version}.json`, import.meta.url);

/** What a schema version promises about its data. */
export const shapeOf = ({ data, personal }: EventDefinition): object => ({
  data: typeOf(z.toJSONSchema(data, { io: "input" }) as Schema),
  personal: personal ?? null,
});

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}

/** JSON Schema in short: `uuid`, `string|null`, `{ "field": type }`, `[type]`; what has no short form stays as it is. */
function typeOf({ $schema, ...schema }: Schema): unknown {
  const { type, properties, required = [], items, ...keywords } = schema;
  const isPlain = Object.keys(keywords).length === 0;
  if (isPlain && properties) {
    const fields = Object.entries(properties).map(([name, field]) => {
      return [required.includes(name) ? name : `${name}?`, typeOf(field)];
    });
    return Object.fromEntries(fields);
  }
  if (isPlain && items) return [typeOf(items)];
  if (isPlain && type !== undefined) return [type].flat().join("|");
  const { anyOf, ...beside } = keywords;
  if (Array.isArray(anyOf) && type === undefined && Object.keys(beside).length === 0) {
    const types = anyOf.map(typeOf);
    return types.every((each) => typeof each === "string") ? types.join("|") : { anyOf: types };
  }
  const { format, pattern, minimum, maximum, enum: values, ...others } = keywords;
  if (Object.keys(others).length > 0) return schema;
  if (format === "uuid" && minimum === undefined) return "uuid";
  if (type === "integer" && minimum === Number.MIN_SAFE_INTEGER && maximum === Number.MAX_SAFE_INTEGER)
    return "integer";
  return Array.isArray(values) && Object.keys(keywords).length === 1 ? values.join("|") : schema;
}
