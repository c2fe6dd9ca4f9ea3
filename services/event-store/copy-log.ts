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

interface Comparison {
  /** Number of events, which are equal in both. */
  readonly events: number;
  /** SHA-256 of their ids, streams, revisions, types, data and metadata, in log order. */
  readonly digest: string;
  /** The checkpoint of the first log at which the second one ends. */
  readonly checkpoint: Checkpoint;
  /** The first log ends there as well. */
  readonly isWhole: boolean;
}

/** The second log is not a copy of the first, nor of its beginning. */
class LogsDiffer extends Error {
  constructor(reason: string) {
    super(`the logs differ: ${reason}`);
    this.name = "LogsDiffer";
  }
}

const pageSize = 500;
const maxBatchBytes = 256 * 1024;

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
  const ended = (isWhole: boolean) => ({ events, digest: digest.digest("hex"), checkpoint, isWhole });
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

interface CopyOptions {
  readonly after: Checkpoint;
  readonly signal: AbortSignal;
  /** Events copied so far. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Copies the events after a checkpoint, in log order and with all ids. Interrupted, it can be repeated from any earlier
 * checkpoint. No other process may write meanwhile. Returns the number of events.
 */
export async function copyLog(
  from: Readable,
  to: EventStoreDbConnection,
  { after, signal, onProgress = () => {} }: CopyOptions,
): Promise<number> {
  let done = 0;
  for await (const batch of batchesOfOneStream(eventsOf(from, after))) {
    signal.throwIfAborted();
    const [head] = batch as [RecordedEvent];
    const unstored = batch.map(({ eventId, type, schemaVersion, data, meta, occurredAt }) => ({
      id: eventId,
      type,
      data,
      metadata: metadataOf(meta, schemaVersion, occurredAt),
    }));
    if (!(await to.append(head.stream, unstored, head.revision - 1)))
      throw new LogsDiffer(`stream ${head.stream} does not end at revision ${head.revision - 1}`);
    done += batch.length;
    onProgress(done);
  }
  return done;
}

async function* eventsOf({ start, readAll }: Readable, after = start): AsyncGenerator<RecordedEvent, void> {
  for (let at = after; ; ) {
    const { events, checkpoint } = await readAll(at, pageSize);
    if (events.length === 0) return;
    yield* events;
    at = checkpoint;
  }
}

/** Events in a row that belong to one stream, as many as servers take with one call. */
async function* batchesOfOneStream(events: AsyncIterable<RecordedEvent>): AsyncGenerator<RecordedEvent[]> {
  let batch: RecordedEvent[] = [];
  let bytes = 0;
  for await (const event of events) {
    const size = Buffer.byteLength(textOf(event));
    if (batch.length > 0 && (batch[0]?.stream !== event.stream || bytes + size > maxBatchBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
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
  const { commandId, causationId, correlationId, actor, traceparent } = meta;
  const metadata = [schemaVersion, occurredAt, commandId, causationId, correlationId, actor, traceparent];
  return JSON.stringify([eventId, stream, revision, type, data, metadata]);
};
