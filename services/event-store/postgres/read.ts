import { setImmediate as turn } from "node:timers/promises";
import pg from "pg";
import {
  type Batch,
  batchBytes,
  type Checkpoint,
  type LastOf,
  type RecordedEvent,
  StoreUnavailable,
} from "../event-store.ts";
import { asPortError, retryStale } from "../unavailable.ts";
import { parsePosition } from "./position.ts";
import { queryRows } from "./query-rows.ts";

/** Events in a batch. A larger batch would outlive the young generation of the garbage collector. */
export const batchSize = 1000;

const streamColumns = `
SELECT e.epoch || '.' || e.txid::text || '.' || e.seq AS checkpoint, e.stream, e.revision, e.event_id AS "eventId", e.type,
       e.schema_version AS "schemaVersion", e.data, e.meta, iso_time(e.occurred_at) AS "occurredAt"
FROM events e`;
const readStream = {
  name: "read_stream",
  text: `${streamColumns} WHERE e.stream = $1 AND e.revision > $2 ORDER BY e.revision`,
};
/** Superseded events are not fetched, because they may be many and large. */
const readLastOf = {
  name: "read_last_of",
  text: `
WITH kept AS MATERIALIZED (
  SELECT type, (SELECT l.revision FROM events l WHERE l.stream = $1 AND l.type = ANY (g.types)
                ORDER BY l.revision DESC OFFSET g.count - 1 LIMIT 1) AS since
  FROM jsonb_to_recordset($3::jsonb) AS g(types text[], count integer) CROSS JOIN unnest(g.types) AS type
)
${streamColumns} LEFT JOIN kept ON kept.type = e.type
WHERE e.stream = $1 AND e.revision > $2 AND (kept.since IS NULL OR e.revision >= kept.since) ORDER BY e.revision`,
};
const readLog = { name: "read_log", text: "SELECT * FROM read_log($1, $2, $3, $4)" };
/**
 * `read_log` below a horizon that was read before. It has no name, so that it is planned for the current rows each
 * time. Checkpoint and time are formatted in JavaScript, which PostgreSQL needs as long for as for the rest of the row.
 */
const readBelow = {
  text: `
SELECT e.epoch, e.stream, e.revision, e.event_id, e.type, e.schema_version, e.data, e.meta,
       to_json(e.occurred_at AT TIME ZONE 'UTC'), e.txid, e.seq
FROM events e
WHERE (e.epoch, e.txid, e.seq) > ($1::smallint, $2::xid8, $3::integer) AND (e.epoch < $5::smallint OR e.txid < $6::xid8)
ORDER BY e.epoch, e.txid, e.seq LIMIT $4::integer`,
};
const readHorizon = { name: "log_horizon", text: "SELECT epoch, log_horizon() FROM log_epoch" };

/** @throws StoreUnavailable */
export const streamFrom = (
  pool: pg.Pool,
  stream: string,
  after: number,
  lastOf: readonly LastOf[] = [],
): Promise<RecordedEvent[]> =>
  queryRows(
    pool,
    lastOf.length === 0
      ? { ...readStream, values: [stream, after] }
      : { ...readLastOf, values: [stream, after, JSON.stringify(lastOf)] },
  );

interface Page extends Batch {
  /** Whether more events may follow immediately. */
  readonly isFull: boolean;
}

/**
 * Reads up to `limit` events, but none after `batchBytes`.
 * @throws StoreUnavailable
 */
export const readPage = async (pool: pg.Pool, after: Checkpoint, limit: number): Promise<Page> => {
  const answer = await readTexts(pool, { ...readLog, values: pageValues(after, limit) });
  return parsed(answer, after, isFull(answer, limit));
};

/**
 * Yields pages from a checkpoint up to the head at the time of the call and reads the next page while the caller
 * processes one. Ends when aborted and when the store is unreachable.
 */
export async function* readAhead(
  pool: pg.Pool,
  after: Checkpoint,
  limit: number,
  signal?: AbortSignal,
): AsyncGenerator<Page> {
  let size = limit;
  const unlessUnavailable = (answer: Promise<Answer>) =>
    answer.catch((error) => {
      if (error instanceof StoreUnavailable) return undefined;
      throw error;
    });
  const bound = (await unlessUnavailable(readTexts(pool, readHorizon)))?.rows[0];
  if (!bound) return;
  const readFrom = (position: Checkpoint) => {
    const values = [...pageValues(position, size), ...bound];
    const answer = unlessUnavailable(readTexts(pool, { ...readBelow, values }));
    // An aborted reader does not await the page.
    answer.catch(() => {});
    return answer;
  };
  let at = after;
  for (let next: ReturnType<typeof readFrom> | undefined = readFrom(at); next && !signal?.aborted; ) {
    const answer: Answer | undefined = await next;
    if (!answer || signal?.aborted) return;
    const { rows, isCut }: Answer = answer;
    const reached: Checkpoint = rows.length === 0 ? at : checkpointIn(rows.at(-1) as RowBelow);
    const goesOn = isFull(answer, size);
    // Requests as many large events as fit into a page, because rows that are cut were read in vain.
    size = isCut ? rows.length : Math.min(limit, 2 * size);
    next = goesOn ? readFrom(reached) : undefined;
    // Lets the query be sent and other work of the process run.
    await turn();
    if (rows.length > 0)
      yield {
        events: rows.map((row) => eventBelow(row as RowBelow)),
        checkpoint: reached,
        isFull: goesOn,
      };
    at = reached;
  }
}

/** Polls of subscriptions at the same position in the same generation share one query. */
export function sharedPolls(
  pool: pg.Pool,
): (after: Checkpoint, generation: number) => Promise<Page | undefined> {
  const running = new Map<string, Promise<Page | undefined>>();
  return (after, generation) => {
    const key = `${generation} ${after}`;
    const known = running.get(key);
    if (known) return known;
    const page = readPage(pool, after, batchSize)
      .catch((error) => {
        if (error instanceof StoreUnavailable) return undefined;
        throw error;
      })
      .finally(() => running.delete(key));
    running.set(key, page);
    return page;
  };
}

function pageValues(after: Checkpoint, limit: number): string[] {
  const { epoch, txid, seq } = parsePosition(after);
  return [epoch, txid, seq, limit].map(String);
}

type Texts = readonly (string | null)[];

interface Answer {
  readonly rows: readonly Texts[];
  /** Whether rows were left out after `batchBytes`. */
  readonly isCut: boolean;
}

/** @throws StoreUnavailable */
const readTexts = (pool: pg.Pool, statement: pg.QueryConfig): Promise<Answer> =>
  retryStale(pool, () => untilCut(pool, statement)).catch((error) => {
    throw asPortError(error);
  });

const asTexts: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text };
/** Column of an event's data, in both statements; the others are small. */
const dataColumn = 6;

/**
 * Reads rows until their data exceed `batchBytes`. The connection is then closed, because the server would send the
 * rest.
 */
async function untilCut(pool: pg.Pool, statement: pg.QueryConfig): Promise<Answer> {
  const client = await pool.connect();
  return new Promise((resolve, reject) => {
    const rows: Texts[] = [];
    let bytes = 0;
    let isCut = false;
    const config: pg.QueryArrayConfig = { ...statement, rowMode: "array", types: asTexts };
    const query = new pg.Query<(string | null)[]>(config, (error) => {
      if (isCut) return;
      client.release(error);
      if (error) reject(error);
      else resolve({ rows, isCut });
    });
    query.on("row", (row) => {
      if (isCut) return;
      rows.push(row);
      bytes += Buffer.byteLength(row[dataColumn] ?? "");
      if (bytes < batchBytes) return;
      isCut = true;
      client.release(true);
      resolve({ rows, isCut });
    });
    client.query(query);
  });
}

const isFull = ({ rows, isCut }: Answer, limit: number): boolean => isCut || rows.length === limit;

function parsed({ rows }: Answer, after: Checkpoint, isFull: boolean): Page {
  const events = rows.map((row) => eventOf(row as LogRow));
  return { events, checkpoint: events.at(-1)?.checkpoint ?? after, isFull };
}

/** The columns of the function `read_log`, as texts. */
type LogRow = readonly [
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

const eventOf = ([
  checkpoint,
  stream,
  revision,
  eventId,
  type,
  schemaVersion,
  data,
  meta,
  occurredAt,
]: LogRow): RecordedEvent => ({
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

/** The columns of `readBelow`: those of `LogRow` without position and time. */
type RowBelow = readonly [...LogRow, txid: string, seq: string];

const checkpointIn = ({ 0: epoch, 9: txid, 10: seq }: RowBelow): Checkpoint => `${epoch}.${txid}.${seq}`;

const eventBelow = (row: RowBelow): RecordedEvent => {
  const [, stream, revision, eventId, type, schemaVersion, data, meta, time] = row;
  const checkpoint = checkpointIn(row);
  return eventOf([checkpoint, stream, revision, eventId, type, schemaVersion, data, meta, isoTime(time)]);
};

const lengthInJson = '"2025-09-03T12:07:45.123"'.length;

/** PostgreSQL omits trailing zeros of fractional seconds. */
const isoTime = (json: string): string =>
  json.length === lengthInJson ? `${json.slice(1, -1)}Z` : new Date(`${json.slice(1, -1)}Z`).toISOString();
