import type pg from "pg";
import type { Batch, Checkpoint, RecordedEvent } from "../event-store.ts";
import { asPortError } from "../unavailable.ts";
import { listOf, quoted } from "./array-text.ts";
import { ask } from "./ask.ts";
import { batchBytes } from "./far-behind.ts";
import { parsePlace } from "./place.ts";
import { type Call, callPrepared, type Rows } from "./prepared-call.ts";

/** As the function `read_stream`, from a revision on. */
const readStream = {
  name: "read_stream",
  text: `
SELECT e.epoch || '.' || e.txid::text || '.' || e.seq, e.stream, e.revision, e.event_id, e.type, e.schema_version,
       e.data, e.meta, iso_time(e.occurred_at)
FROM events e WHERE e.stream = $1 AND e.revision > $2 ORDER BY e.revision`,
};
/** The same without what later events have taken the place of. Those are not even fetched: they may be many and large. */
const readLastOf = {
  name: "read_last_of",
  text: `${readStream.text.replace(" ORDER BY e.revision", "")}
  AND (e.type <> ALL ($3::text[])
       OR e.revision = (SELECT max(l.revision) FROM events l WHERE l.stream = $1 AND l.type = ANY ($3::text[])))
ORDER BY e.revision`,
};
const readLog = { name: "read_log", text: "SELECT * FROM read_log($1, $2, $3, $4)" };

/** @throws StoreUnavailable */
export function streamFrom(
  pool: pg.Pool,
  stream: string,
  after: number,
  lastOf: readonly string[] = [],
): Promise<RecordedEvent[]> {
  const values = [stream, String(after)];
  return eventsIn(
    lastOf.length === 0
      ? ask(pool, { statement: readStream, values })
      : ask(pool, { statement: readLastOf, values: [...values, listOf(lastOf, quoted)] }),
  );
}

/** Events near the head. */
export interface Some extends Batch {
  /** They are large, and there are more. */
  readonly isCut?: true;
}

/** For a few events near the head. @throws StoreUnavailable */
export const readSome = (pool: pg.Pool, after: Checkpoint, limit: number): Promise<Some> =>
  batchIn(after, callPrepared(pool, logFrom(after, limit)));

/** What `readSome` asks. */
export function logFrom(after: Checkpoint, limit: number): Call {
  const { epoch, txid, seq } = parsePlace(after);
  return { statement: readLog, values: [epoch, txid, seq, limit].map(String), mostBytes: batchBytes };
}

/** What is answered to `logFrom`. @throws StoreUnavailable */
export async function batchIn(after: Checkpoint, rows: Promise<Rows>): Promise<Some> {
  const events = await eventsIn(rows);
  const { isCut } = await rows;
  return { events, checkpoint: events.at(-1)?.checkpoint ?? after, ...(isCut && { isCut }) };
}

async function eventsIn(rows: Promise<Rows>): Promise<RecordedEvent[]> {
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
