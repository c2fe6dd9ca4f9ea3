import { eventId } from "./event-id.ts";
import type { CommandRecord, EventMeta, NewEvent, Revision } from "./event-store.ts";

/** An append as stores write it; its events have their ids. */
export interface PendingAppend {
  readonly stream: string;
  readonly expected: Revision;
  readonly meta: EventMeta;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Members whose keys are destroyed with the append. */
  readonly forget?: readonly string[];
  readonly events: readonly { id: string; type: string; version: number; data: unknown }[];
}

export const pendingAppend = (
  stream: string,
  events: readonly NewEvent[],
  expected: Revision,
  { commandId, meta, occurredAt, forget }: CommandRecord,
): PendingAppend => ({
  stream,
  expected,
  meta: { commandId, ...meta },
  at: occurredAt,
  ...(forget?.length ? { forget } : {}),
  events: events.map(({ type, schemaVersion, data }, index) => ({
    id: eventId(commandId, index),
    type,
    version: schemaVersion,
    data,
  })),
});
