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
  /** The shape of this version as JSON Schema, and what of it is personal. */
  readonly shape: object;
}

/** Key of every member of the golden examples. */
export const goldenKey = Buffer.from("goldenkeygoldenkeygoldenkeygolde");

export const definitions: Readonly<Record<string, EventDefinition>> = eventCatalogue;
export const goldenFile = (type: string, version: number): URL =>
  new URL(`./events/${type}.v${version}.json`, import.meta.url);

/** What a schema version promises about its data. */
export const shapeOf = ({ data, personal }: EventDefinition): object => ({
  data: z.toJSONSchema(data, { io: "input" }),
  personal: personal ?? null,
});
