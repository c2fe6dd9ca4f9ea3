import { v5 as uuidv5 } from "uuid";
import type { EventType } from "#contracts/events";
import type { EventStore, RecordedEvent } from "../../event-store/event-store.ts";
import type { CommandContext } from "../decider.ts";
import type { ReadModelProgress } from "../progress.ts";

/**
 * Carries facts into other streams or tables. Called at least once for each event, in log order unless it has turns,
 * possibly by several processes, so it must be idempotent.
 */
export interface Reactor {
  /** Never changes, because its position is saved under this name. A new reactor starts at the beginning of the log. */
  readonly name: string;
  readonly to: readonly EventType[];
  /** Whether it handles an event; others are passed over without saving a position for each. */
  readonly takes?: (event: RecordedEvent) => boolean;
  /** Events of different turns may change their order, so that many of one do not delay those of others. */
  readonly turnOf?: (event: RecordedEvent) => string;
  /**
   * What it appends through `store` counts as a consequence of the event, so that a command can wait for it. After an
   * error it is called again with the same event.
   */
  readonly on: (event: RecordedEvent, store: EventStore) => Promise<void>;
}

/**
 * The context of a command that a reactor issues for an event. The same event, reactor and target yield the same
 * command id, so the store executes it once however often it is issued.
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

/** For how long a reaction gives way to the read models (milliseconds). */
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
