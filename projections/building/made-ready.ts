import type { Checkpoint, EventStore, RecordedEvent } from "#services/event-store/event-store";
import type { AnyProjection } from "../projection.ts";
import { foldEvents } from "../projector/apply.ts";
import { type Load, loadOf } from "./load.ts";
import { eventsUpTo, type Stretch } from "./stretch.ts";

/** The log as one reads it who goes through it from some place on. */
export type Log = Pick<EventStore, "readAll" | "compare">;

/** A stretch of the log for some builds. */
export interface Order {
  readonly after: Checkpoint;
  /** None beyond it. */
  readonly last: Checkpoint;
  /** Events at most. */
  readonly size: number;
  readonly wanted: readonly Wanted[];
}

/** What one build wants of the log: everything after one place up to another. */
export interface Wanted {
  readonly projection: AnyProjection;
  readonly from: Checkpoint;
  readonly end: Checkpoint;
}

/** What one build gets of a stretch. */
export interface Portion {
  readonly name: string;
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  readonly load: Load;
}

/** A stretch of the log, of which nothing is left but what goes into the tables: events kept longer cost more to keep than to make. */
export interface MadeReady {
  readonly to: Checkpoint;
  readonly portions: readonly Portion[];
}

export async function makeReady(log: Log, { after, last, size, wanted }: Order): Promise<MadeReady> {
  const stretch = await eventsUpTo(log, after, last, size);
  return { to: stretch.to, portions: wanted.flatMap((each) => portionOf(log, stretch, after, each)) };
}

function portionOf(log: Log, stretch: Stretch, after: Checkpoint, wanted: Wanted): Portion[] {
  const { projection, end } = wanted;
  const from = log.compare(wanted.from, after) > 0 ? wanted.from : after;
  const own = part(log, stretch, from, end);
  if (!own) return [];
  const load = loadOf(projection, foldEvents(projection, own.events, from, own.to));
  return [{ name: projection.name, from, to: own.to, load }];
}

/** The part of a stretch that lies after `from` and not beyond `end`. */
function part(log: Log, stretch: Stretch, from: Checkpoint, end: Checkpoint): Stretch | undefined {
  const to = log.compare(stretch.to, end) > 0 ? end : stretch.to;
  if (log.compare(from, to) >= 0) return undefined;
  const [head, tail] = [stretch.events[0], stretch.events.at(-1)];
  const isWhole =
    (!head || log.compare(head.checkpoint, from) > 0) && (!tail || log.compare(tail.checkpoint, to) <= 0);
  const isInside = ({ checkpoint }: RecordedEvent) =>
    log.compare(checkpoint, from) > 0 && log.compare(checkpoint, to) <= 0;
  return { events: isWhole ? stretch.events : stretch.events.filter(isInside), to };
}
