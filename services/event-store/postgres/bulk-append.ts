import type pg from "pg";
import { type Checkpoint, type RecordedEvent, WrongRevision } from "../event-store.ts";
import { copyInto, copyLine } from "./copy-text.ts";
import { inTransaction } from "./transaction.ts";

/** An event accepted elsewhere, as a log stores it, without its checkpoint. */
export type ExistingEvent = Omit<RecordedEvent, "checkpoint">;

/**
 * Appends events that were accepted elsewhere, with their ids, revisions and times, in one transaction by COPY, for
 * imports and seeds. Each stream must continue exactly where it ends. Returns the checkpoint of the last event.
 * @throws WrongRevision | an error of the database, such as an event id that already exists
 */
export async function appendExisting(
  pool: Pick<pg.Pool, "connect">,
  events: readonly ExistingEvent[],
): Promise<Checkpoint | undefined> {
  if (events.length === 0) return undefined;
  const append = async (client: pg.PoolClient) => {
    // Announced before the transaction gets its id: readers stay below it until the commit (schema.ts).
    await client.query("SELECT announce_append()");
    const { rows } = await client.query<{ epoch: number; txid: string }>(
      "SELECT epoch, pg_current_xact_id()::text AS txid FROM log_epoch",
    );
    const { epoch, txid } = rows[0] as { epoch: number; txid: string };
    await copyInto(client, "COPY events FROM STDIN", chunks(events, [String(epoch), txid]));
    await assertContiguous(client, epoch, txid);
    return `${epoch}.${txid}.${events.length}`;
  };
  return inTransaction(pool, append, "BEGIN; SET LOCAL statement_timeout = 0");
}

/** Events per chunk: the next chunk is prepared while one is written. */
const chunkSize = 200;

function* chunks(
  events: readonly ExistingEvent[],
  transaction: readonly [epoch: string, txid: string],
): Generator<Buffer> {
  for (let from = 0; from < events.length; from += chunkSize) {
    const lines = events
      .slice(from, from + chunkSize)
      .map((event, at) => lineOf(event, transaction, from + at + 1));
    yield Buffer.from(lines.join(""));
  }
}

const lineOf = (
  { stream, revision, eventId, type, schemaVersion, data, meta, occurredAt }: ExistingEvent,
  [epoch, txid]: readonly [string, string],
  seq: number,
): string =>
  copyLine([
    epoch,
    txid,
    String(seq),
    stream,
    String(revision),
    eventId,
    type,
    String(schemaVersion),
    JSON.stringify(data),
    JSON.stringify(meta),
    occurredAt,
  ]);

/**
 * Checks that each stream continues where it ended; the unique index rejects what another process has appended
 * meanwhile.
 */
async function assertContiguous(client: pg.ClientBase, epoch: number, txid: string): Promise<void> {
  const { rows } = await client.query<{ stream: string }>({
    text: `
      WITH added AS (
        SELECT stream, min(revision) AS first, max(revision) AS last, count(*) AS amount
        FROM events WHERE epoch = $1 AND txid = $2::xid8 GROUP BY stream
      )
      SELECT stream FROM added a
      WHERE amount <> last - first + 1
        OR (first > 0 AND NOT EXISTS (SELECT FROM events e WHERE e.stream = a.stream AND e.revision = a.first - 1))
      LIMIT 1`,
    values: [epoch, txid],
  });
  if (rows[0]) throw new WrongRevision(rows[0].stream);
}
