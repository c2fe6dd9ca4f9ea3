import { createHash } from "node:crypto";
import type { Checkpoint, EventStore, RecordedEvent } from "./event-store.ts";
import type { EventStoreDbConnection } from "./eventstoredb/connection.ts";
import { metadataOf } from "./eventstoredb/event.ts";

type Readable = Pick<EventStore, "start" | "readAll">;

/** The two copies of one event, one from each log. */
export interface Pair {
  readonly from: RecordedEvent;
  readonly to: RecordedEvent;
}

interface Comparison {
  /** Number of events that are equal in both logs. */
  readonly events: number;
  /** SHA-256 over ids, streams, revisions, types, data and metadata of these events, in log order. */
  readonly digest: string;
  /** Checkpoint in the first log of the last event that the second log holds. */
  readonly checkpoint: Checkpoint;
  /** Whether the first log ends there as well. */
  readonly isWhole: boolean;
}

/** Thrown when the second log is neither a copy of the first nor of its beginning. */
class LogsDiffer extends Error {
  constructor(reason: string) {
    super(`the logs differ: ${reason}`);
    this.name = "LogsDiffer";
  }
}

const pageSize = 500;
const maxBatchBytes = 256 * 1024;

/**
 * Compares two logs event by event, in log order; data and metadata must be the same bytes of JSON.
 * @throws LogsDiffer
 */
export async function compareLogs(
  first: Readable,
  second: Readable,
  onPairs: (pairs: readonly Pair[]) => Promise<void> = async () => {},
): Promise<Comparison> {
  const digest = createHash("sha256");
  const others = eventsOf(second);
  let events = 0;
  let checkpoint = first.start;
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
  /** Called with the number of events copied so far. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Copies the events after a checkpoint in log order and keeps their ids. An interrupted copy can be repeated from any
 * earlier checkpoint. No other process may write meanwhile. Returns the number of events.
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

/** Groups consecutive events of one stream, up to the number that a server accepts in one call. */
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
