import { v5 as uuidv5 } from "uuid";
import type { EventType } from "#contracts/events";
import type { EventStore, RecordedEvent } from "../../event-store/event-store.ts";
import type { CommandContext } from "../decider.ts";

/**
 * Carries facts into other streams or tables: event → effect. Called at least once for each event, in log order, and
 * possibly by several processes at once: repeating it must change nothing.
 */
export interface Reactor {
  /** Never changes: its place in the log is kept under this name. A new one begins at the start of the log. */
  readonly name: string;
  /** The events it looks at. */
  readonly to: readonly EventType[];
  /**
   * What is appended through `store` counts as following from the event, so that a command can wait for it. Whatever
   * it throws, it is called again with the same event.
   */
  readonly on: (event: RecordedEvent, store: EventStore) => Promise<void>;
}

/**
 * The context of a command that a reactor gives because of an event. The same event, reactor and target make the same
 * command, so the store carries it out once however often it is given.
 */
export function reactionTo(event: RecordedEvent, reactor: string, target: string): CommandContext {
  return {
    commandId: uuidv5(`${reactor} ${target}`, event.eventId),
    fingerprint: `${reactor} ${target}`,
    correlationId: event.meta.correlationId,
    causationId: event.eventId,
    actor: "system",
    now: new Date(event.occurredAt),
  };
}
