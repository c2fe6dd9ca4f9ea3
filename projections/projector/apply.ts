import type pg from "pg";
import type { Checkpoint, RecordedEvent } from "#services/event-store/event-store";
import type { AnyProjection, EventMeta } from "../projection.ts";
import { domainEvent, metaOf } from "./domain-event.ts";
import { type Change, createFold, type Step } from "./fold.ts";
import { isDataError } from "./transaction.ts";
import { statementsOf } from "./write.ts";

/** An event that a read model cannot handle. The reason contains no values. */
export interface Poison {
  readonly eventId: string;
  readonly reason: string;
}

/** The effect of a batch of events on one read model. */
export interface Folded {
  readonly steps: readonly Step[];
  /** Number of delivered events, including those without effect. */
  readonly events: number;
  /** Checkpoint of the read model after these steps. */
  readonly checkpoint: Checkpoint;
  /** The event after `checkpoint` at which it has to stop. */
  readonly poison?: Poison;
}

type Handler = (data: unknown, meta: EventMeta) => readonly Change[];

/**
 * The changes of one event.
 * @throws errors of the handler and of `domainEvent`
 */
export function changesOf(projection: AnyProjection, event: RecordedEvent): readonly Change[] {
  const handlers = projection.handlers as Readonly<Record<string, Handler>>;
  const handler = Object.hasOwn(handlers, event.type) ? handlers[event.type] : undefined;
  if (!handler) return [];
  const known = domainEvent(event);
  return known ? handler(known.data, metaOf(event)) : [];
}

/** Folds events that follow `from` into steps; `to` is the checkpoint once all are applied. */
export function foldEvents(
  projection: AnyProjection,
  events: readonly RecordedEvent[],
  from: Checkpoint,
  to: Checkpoint,
): Folded {
  const fold = createFold(projection.table);
  let taken = 0;
  let checkpoint = from;
  for (const event of events) {
    try {
      fold.add(changesOf(projection, event));
    } catch (error) {
      const poison = { eventId: event.eventId, reason: reasonOf(error) };
      return { steps: fold.steps(), events: taken, checkpoint, poison };
    }
    taken += 1;
    checkpoint = event.checkpoint;
  }
  return { steps: fold.steps(), events: taken, checkpoint: to };
}

/** Writes steps within the caller's transaction. */
export async function writeSteps(
  client: pg.ClientBase,
  target: string,
  projection: AnyProjection,
  steps: readonly Step[],
): Promise<void> {
  for (const { text, values } of statementsOf(target, projection.table, steps)) {
    await client.query(text, [...values]);
  }
}

/** Describes an error without the values of a row, which Postgres quotes in its messages. */
export function reasonOf(error: unknown): string {
  if (isDataError(error)) {
    const location = [error.table, error.column, error.constraint].filter(Boolean).join(".");
    return `the database refused the row (SQLSTATE ${error.code}${location && `, ${location}`})`;
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : "unknown error";
}
