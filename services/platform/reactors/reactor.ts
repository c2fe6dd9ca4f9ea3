import { v5 as uuidv5 } from "uuid";
import type { EventType } from "#contracts/events";
import type { EventStore, RecordedEvent } from "../../event-store/event-store.ts";
import type { CommandContext } from "../decider.ts";
import type { ReadModelProgress } from "../progress.ts";

/**
 * Carries facts into other streams or tables: event → effect. Called at least once for each event, in log order, and
 * possibly by several processes at once: repeating it must change nothing.
 */
export interface Reactor {
  /** Never changes: its position in the log is saved under this name. A new one begins at the start of the log. */
  readonly name: string;
  readonly to: readonly EventType[];
  /** Whether it reacts to an event of these types; others are passed over without saving a position for each. */
  readonly takes?: (event: RecordedEvent) => boolean;
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

/** For how long a reaction lets the read models go first (milliseconds). */
const readModelsFirstMs = 20;

/** The same reactor, after the read models: requests wait for those, hardly ever for a reaction. */
export function afterReadModels(reactor: Reactor, progress: Pick<ReadModelProgress, "waitFor">): Reactor {
  // While the read models are too far behind, reactions do not wait.
  let areBehind = false;
  return {
    ...reactor,
    async on(event, store) {
      areBehind = !(await progress.waitFor(event.checkpoint, areBehind ? 0 : readModelsFirstMs));
      await reactor.on(event, store);
    },
  };
}
