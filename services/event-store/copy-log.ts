import { createHash } from "node:crypto";
import type { Checkpoint, EventStore, RecordedEvent } from "./event-store.ts";
import type { EventStoreDbConnection } from "./eventstoredb/connection.ts";
import { metadataOf } from "./eventstoredb/event.ts";

type Readable = Pick<EventStore, "start" | "readAll">;

/** The same event in two logs. */
export interface Pair {
  readonly from: RecordedEvent;
  readonly to: RecordedEvent;
}

export interface Comparison {
  /** Events that are equal in both, from the start on. */
  readonly events: number;
  /** SHA-256 of their ids, places in their streams, types, data and metadata, in log order. */
  readonly digest: string;
  /** Where in the first log the second one ends. */
  readonly checkpoint: Checkpoint;
  /** The first log ends there as well. */
  readonly isWhole: boolean;
}

/** The second log is not a copy of the first, nor of its beginning. */
export class LogsDiffer extends Error {
  constructor(reason: string) {
    super(`the logs differ: ${reason}`);
    this.name = "LogsDiffer";
  }
}

const pageSize = 500;
const maxRunBytes = 256 * 1024;

/**
 * Compares event by event, in log order, byte by byte of data and metadata as JSON.
 * @throws LogsDiffer
 */
export async function compareLogs(
  first: Readable,
  second: Readable,
  onPairs: (pairs: readonly Pair[]) => Promise<void> = async () => {},
): Promise<Comparison> {
  const digest = createHash("sha256");
  const others = eventsOf(second);
  let [events, checkpoint] = [0, first.start];
  const ended = (isWhole: boolean): Comparison => ({
    events,
    digest: digest.digest("hex"),
    checkpoint,
    isWhole,
  });
  let pairs: Pair[] = [];
  for await (const from of eventsOf(first)) {
    const { value: to } = await others.next();
    if (!to) {
      await onPairs(pairs);
      return ended(false);
    }
    const text = textOf(from);
    if (text !== textOf(to))
      throw new LogsDiffer(`event ${from.eventId} at ${from.stream} ${from.revision} is not ${to.eventId}`);
    digest.update(text);
    events += 1;
    checkpoint = from.checkpoint;
    pairs.push({ from, to });
    if (pairs.length < pageSize) continue;
    await onPairs(pairs);
    pairs = [];
  }
  const { value: surplus } = await others.next();
  if (surplus) throw new LogsDiffer(`event ${surplus.eventId} is in the second alone`);
  await onPairs(pairs);
  return ended(true);
}

export interface CopyOptions {
  readonly after: Checkpoint;
  readonly signal: AbortSignal;
  /** Events copied so far. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Copies what stands behind a checkpoint, in log order and with all ids; broken off, it can be done again from any
 * earlier place. Nobody else may write meanwhile. Returns the number of events.
 */
export async function copyLog(
  from: Readable,
  to: EventStoreDbConnection,
  { after, signal, onProgress = () => {} }: CopyOptions,
): Promise<number> {
  let done = 0;
  for await (const run of runsOfOneStream(eventsOf(from, after))) {
    signal.throwIfAborted();
    const [head] = run as [RecordedEvent];
    const unstored = run.map(({ eventId, type, schemaVersion, data, meta, occurredAt }) => ({
      id: eventId,
      type,
      data,
      metadata: metadataOf(meta, schemaVersion, occurredAt),
    }));
    if (!(await to.append(head.stream, unstored, head.revision - 1)))
      throw new LogsDiffer(`stream ${head.stream} does not end at revision ${head.revision - 1}`);
    done += run.length;
    onProgress(done);
  }
  return done;
}

async function* eventsOf({ start, readAll }: Readable, after = start): AsyncGenerator<RecordedEvent, void> {
  for (let at = after; ; ) {
    const batch = await readAll(at, pageSize);
    if (batch.events.length === 0) return;
    yield* batch.events;
    at = batch.checkpoint;
  }
}

/** Neighbours in the log that belong to one stream can be written with one call, as far as servers take it. */
async function* runsOfOneStream(events: AsyncIterable<RecordedEvent>): AsyncGenerator<RecordedEvent[]> {
  let run: RecordedEvent[] = [];
  let bytes = 0;
  for await (const event of events) {
    const size = Buffer.byteLength(textOf(event));
    if (run.length > 0 && (run[0]?.stream !== event.stream || bytes + size > maxRunBytes)) {
      yield run;
      run = [];
      bytes = 0;
    }
    run.push(event);
    bytes += size;
  }
  if (run.length > 0) yield run;
}

const textOf = ({
  eventId,
  stream,
  revision,
  type,
  schemaVersion,
  data,
  meta,
  occurredAt,
}: RecordedEvent) => {
  const { commandId, causationId, correlationId, actor } = meta;
  const metadata = [schemaVersion, occurredAt, commandId, causationId, correlationId, actor];
  return JSON.stringify([eventId, stream, revision, type, data, metadata]);
};
