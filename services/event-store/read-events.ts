import type pg from "pg";
import { ask } from "./ask.ts";
import type { Batch, Checkpoint, RecordedEvent } from "./event-store.ts";
import { parsePlace } from "./place.ts";
import { type Call, callPrepared, type Texts } from "./prepared-call.ts";
import { asPortError } from "./unavailable.ts";

/** As the function `read_stream`, from a revision on. */
const readStream = {
  name: "read_stream",
  text: `
SELECT e.epoch || '.' || e.txid::text || '.' || e.seq, e.stream, e.revision, e.event_id, e.type, e.schema_version,
       e.data, e.meta, iso_time(e.occurred_at)
FROM events e WHERE e.stream = $1 AND e.revision > $2 ORDER BY e.revision`,
};
const readLog = { name: "read_log", text: "SELECT * FROM read_log($1, $2, $3, $4)" };

/** @throws StoreUnavailable */
export const streamFrom = (pool: pg.Pool, stream: string, after: number): Promise<RecordedEvent[]> =>
  eventsIn(ask(pool, { statement: readStream, values: [stream, String(after)] }));

/** For a few events near the head. @throws StoreUnavailable */
export const readSome = (pool: pg.Pool, after: Checkpoint, limit: number): Promise<Batch> =>
  batchIn(after, callPrepared(pool, logFrom(after, limit)));

/** What `readSome` asks. */
export function logFrom(after: Checkpoint, limit: number): Call {
  const { epoch, txid, seq } = parsePlace(after);
  return { statement: readLog, values: [epoch, txid, seq, limit].map(String) };
}

/** What is answered to `logFrom`. @throws StoreUnavailable */
export async function batchIn(after: Checkpoint, rows: Promise<readonly Texts[]>): Promise<Batch> {
  const events = await eventsIn(rows);
  return { events, checkpoint: events.at(-1)?.checkpoint ?? after };
}

async function eventsIn(rows: Promise<readonly Texts[]>): Promise<RecordedEvent[]> {
  try {
    return (await rows).map((row) => recordedEvent(row as Row));
  } catch (error) {
    throw asPortError(error);
  }
}

/** The columns of `read_log` and `read_stream`, as texts. */
type Row = readonly [
  checkpoint: Checkpoint,
  stream: string,
  revision: string,
  eventId: string,
  type: string,
  schemaVersion: string,
  data: string,
  meta: string,
  occurredAt: string,
];

const recordedEvent = ([
  checkpoint,
  stream,
  revision,
  eventId,
  type,
  schemaVersion,
  data,
  meta,
  occurredAt,
]: Row): RecordedEvent => ({
  eventId,
  stream,
  revision: Number(revision),
  checkpoint,
  type,
  schemaVersion: Number(schemaVersion),
  data: JSON.parse(data),
  meta: JSON.parse(meta),
  occurredAt,
});
