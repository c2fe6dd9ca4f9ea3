import type pg from "pg";
import type { Checkpoint, RecordedEvent } from "#services/event-store/event-store";
import type { AnyProjection, EventMeta } from "../projection.ts";
import { domainEvent, metaOf } from "./domain-event.ts";
import { type Change, createFold, type Step } from "./fold.ts";
import { isDataError } from "./transaction.ts";
import { runStatements, statementsOf } from "./write.ts";

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

/**
 * Folds events that follow `from` and writes them; if the database rejects a row, event by event. Returns the event
 * that the read model cannot handle; what precedes it is written.
 * @throws errors of `write` that do not concern the rows
 */
export async function applyEvents(
  projection: AnyProjection,
  from: Checkpoint,
  { events, to }: { readonly events: readonly RecordedEvent[]; readonly to: Checkpoint },
  write: (folded: Omit<Folded, "poison">) => Promise<void>,
): Promise<Poison | undefined> {
  const { poison, ...folded } = foldEvents(projection, events, from, to);
  try {
    await write(folded);
    return poison;
  } catch (error) {
    const [first, ...others] = events;
    if (!isDataError(error) || !first) throw error;
    if (others.length === 0) return { eventId: first.eventId, reason: reasonOf(error) };
  }
  let at = from;
  for (const event of events) {
    const alone = { events: [event], to: event.checkpoint };
    const found = await applyEvents(projection, at, alone, write);
    if (found) return found;
    at = event.checkpoint;
  }
  await write({ steps: [], events: 0, checkpoint: to });
  return undefined;
}

/** Writes steps within the caller's transaction. */
export const writeSteps = (
  client: pg.ClientBase,
  target: string,
  projection: AnyProjection,
  steps: readonly Step[],
): Promise<void> => runStatements(client, statementsOf(target, projection.table, steps));

/** Describes an error without the values of a row, which Postgres quotes in its messages. */
export function reasonOf(error: unknown): string {
  if (isDataError(error)) {
    const location = [error.table, error.column, error.constraint].filter(Boolean).join(".");
    return `the database refused the row (SQLSTATE ${error.code}${location && `, ${location}`})`;
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : "unknown error";
}
