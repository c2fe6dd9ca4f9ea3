import type pg from "pg";
import { asPortError, retryStale, sqlState } from "../unavailable.ts";
import type { AppendEntry, AppendOutcome } from "./entry.ts";
import { lockClass } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

/*
 * Appends any number of commands of different streams. It must be the first writing statement of its transaction: the
 * transaction announces a bound below its id before it has one (schema.ts).
 *
 * The unique indexes decide: a twin, or another append to the stream, is waited for and then makes the statement fail.
 * One row per event; command, fingerprint and response are in the row of each command's last event. A command without
 * events has one row without an event. The arrays come from a row of their own, because a planner that sees their
 * lengths would plan each call again. LIMIT 1 and the scalar subquery keep the estimates small: otherwise a server with
 * JIT compiles every call, and EXISTS may be planned as a hash of the whole table.
 */
const text = `
WITH announced AS MATERIALIZED (
  SELECT l.epoch, pg_advisory_xact_lock_shared(
    ${lockClass}, pg_snapshot_xmax(pg_current_snapshot())::text::bigint::bit(32)::integer),
    $1::uuid[] AS ids, $2::text[] AS fingerprints, $3::json[] AS answers, $4::timestamptz[] AS ats, $5::text[] AS streams,
    $6::integer[] AS expecteds, $7::json[] AS metas, $8::uuid[] AS event_ids, $9::text[] AS types,
    $10::smallint[] AS versions, $11::json[] AS datas, $12::integer[] AS revisions
  FROM log_epoch l LIMIT 1
), sent AS MATERIALIZED (
  SELECT epoch, e.*, e.event_id IS NULL OR e.expected = -1
    OR (SELECT true FROM events b WHERE b.stream = e.stream AND b.revision = e.expected) IS TRUE AS fits
  FROM announced,
    unnest(ids, fingerprints, answers, ats, streams, expecteds, metas, event_ids, types, versions, datas, revisions)
    WITH ORDINALITY
    AS e(command_id, fingerprint, answer, at, stream, expected, meta, event_id, type, version, data, revision, seq)
), event AS (
  INSERT INTO events
  SELECT epoch, pg_current_xact_id(), seq, stream, revision, event_id, type, version, data, meta, at
  FROM sent WHERE fits AND event_id IS NOT NULL
)
INSERT INTO commands (command_id, fingerprint, answer, checkpoint)
SELECT command_id, fingerprint, answer, CASE
  WHEN event_id IS NOT NULL THEN epoch || '.' || pg_current_xact_id()::text || '.' || seq
  ELSE coalesce((SELECT e.epoch || '.' || e.txid::text || '.' || e.seq FROM events e
                 ORDER BY e.epoch DESC, e.txid DESC, e.seq DESC LIMIT 1), '0.0.0')
END
FROM sent WHERE fits AND command_id IS NOT NULL
RETURNING command_id AS id, checkpoint`;

/** The statement that appends entries, sorted by stream, so that two of them cannot deadlock. */
export function appendStatement(entries: readonly AppendEntry[]): pg.QueryConfig {
  const rows = entries.flatMap((entry) =>
    (entry.events.length > 0 ? entry.events : [undefined]).map((event, index) => ({
      entry,
      event,
      revision: entry.expected + 1 + index,
      isLast: index >= entry.events.length - 1,
    })),
  );
  const values = [
    rows.map(({ entry, isLast }) => (isLast ? entry.id : null)),
    rows.map(({ entry, isLast }) => (isLast ? entry.fingerprint : null)),
    rows.map(({ entry, isLast }) => (isLast ? JSON.stringify(entry.answer) : null)),
    rows.map(({ entry }) => entry.at),
    rows.map(({ entry }) => entry.stream),
    rows.map(({ entry }) => entry.expected),
    rows.map(({ entry }) => JSON.stringify(entry.meta)),
    rows.map(({ event }) => event?.id ?? null),
    rows.map(({ event }) => event?.type ?? null),
    rows.map(({ event }) => event?.version ?? null),
    rows.map(({ event }) => (event ? JSON.stringify(event.data) : null)),
    rows.map(({ revision }) => revision),
  ];
  return { name: "append", text, values };
}

/** Appends each entry independently of the others; outcomes are in the order of the entries. */
export async function appendEntries(
  pool: pg.Pool,
  entries: readonly AppendEntry[],
): Promise<readonly AppendOutcome[]> {
  const outcomes = new Map<AppendEntry, AppendOutcome>();
  for (let rest = entries; rest.length > 0; rest = rest.filter((entry) => !outcomes.has(entry))) {
    const batch = nextBatch(rest);
    const appended = await appendBatch(pool, batch).catch((error: unknown) => {
      // Earlier batches are appended already.
      if (outcomes.size === 0) throw error;
      return batch.map(() => ({ outcome: "failed" as const, error }));
    });
    for (const [n, entry] of batch.entries()) outcomes.set(entry, appended[n] as AppendOutcome);
  }
  return entries.map((entry) => outcomes.get(entry) as AppendOutcome);
}

/** The first entry of each stream, sorted by stream; one that destroys keys alone. */
function nextBatch(entries: readonly AppendEntry[]): readonly AppendEntry[] {
  const [first] = entries;
  if (first?.forget) return [first];
  const byStream = new Map<string, AppendEntry>();
  for (const entry of entries)
    if (!entry.forget && !byStream.has(entry.stream)) byStream.set(entry.stream, entry);
  return [...byStream.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1));
}

const maxAttempts = 5;
/** Deadlock and serialisation failure: the transaction was rolled back and may be repeated. */
const rolledBack = new Set(["40P01", "40001"]);

async function appendBatch(
  pool: pg.Pool,
  entries: readonly AppendEntry[],
): Promise<readonly AppendOutcome[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await retryStale(pool, () => appendTogether(pool, entries));
    } catch (error) {
      if (rolledBack.has(sqlState(error) ?? "") && attempt < maxAttempts) continue;
      const failure = asPortError(error);
      if (failure !== error) throw failure;
      const [entry] = entries as readonly [AppendEntry];
      return entries.length > 1 ? appendSeparately(pool, entries) : [await whyRefused(pool, entry, error)];
    }
  }
}

/** The database rejected one of the entries; appending them separately lets the others succeed. */
async function appendSeparately(pool: pg.Pool, entries: readonly AppendEntry[]): Promise<AppendOutcome[]> {
  const outcomes: AppendOutcome[] = [];
  for (const entry of entries) {
    const own = await appendBatch(pool, [entry]).catch((error) => [{ outcome: "failed" as const, error }]);
    outcomes.push(...own);
  }
  return outcomes;
}

type Appended = pg.QueryResult<{ id: string; checkpoint: string }>;

async function appendTogether(pool: pg.Pool, entries: readonly AppendEntry[]): Promise<AppendOutcome[]> {
  const statement = appendStatement(entries);
  const forget = entries.flatMap((entry) => entry.forget ?? []);
  const { rows }: Appended =
    forget.length === 0
      ? await appendAlone(pool, statement)
      : await inTransaction(pool, async (client) => {
          const appended: Appended = await client.query(statement);
          // The table belongs to the encryption; without it no entry may name members to forget.
          if (appended.rowCount === entries.length)
            await client.query("DELETE FROM member_keys WHERE member = ANY ($1)", [forget]);
          return appended;
        });
  const checkpoints = new Map(rows.map(({ id, checkpoint }) => [id, checkpoint]));
  const outcomes: AppendOutcome[] = [];
  for (const entry of entries) {
    const checkpoint = checkpoints.get(entry.id);
    if (checkpoint !== undefined) outcomes.push({ outcome: "appended", checkpoint });
    else outcomes.push((await repeated(pool, entry)) ?? { outcome: "wrong-revision" });
  }
  return outcomes;
}

/** Keeps the connection and what it has prepared if only the values were refused, which `pool.query` does not. */
async function appendAlone(pool: pg.Pool, statement: pg.QueryConfig): Promise<Appended> {
  const client = await pool.connect();
  try {
    const appended: Appended = await client.query(statement);
    client.release();
    return appended;
  } catch (error) {
    client.release(!isTaken(error));
    throw error;
  }
}

const isTaken = (error: unknown): boolean => sqlState(error) === "23505";

async function whyRefused(pool: pg.Pool, entry: AppendEntry, error: unknown): Promise<AppendOutcome> {
  if (!isTaken(error)) return { outcome: "failed", error };
  const earlier = await repeated(pool, entry);
  if (earlier) return earlier;
  const { constraint } = error as { constraint?: string };
  return constraint === "events_stream_revision_key"
    ? { outcome: "wrong-revision" }
    : { outcome: "failed", error };
}

/** Existing events whose command has been pruned mean a very late repetition. */
async function repeated(pool: pg.Pool, entry: AppendEntry): Promise<AppendOutcome | undefined> {
  const { rows } = await pool
    .query<{ checkpoint: string; fingerprint: string | null; answer: unknown }>({
      name: "accepted_command",
      text: `
        SELECT checkpoint, fingerprint, answer, 1 AS choice FROM commands WHERE command_id = $1
        UNION ALL
        SELECT epoch || '.' || txid::text || '.' || seq, NULL, NULL, 2 FROM events WHERE event_id = $2
        ORDER BY choice LIMIT 1`,
      values: [entry.id, entry.events.at(-1)?.id ?? null],
    })
    .catch((failure: unknown) => {
      throw asPortError(failure);
    });
  const [row] = rows;
  if (!row) return undefined;
  const { checkpoint, fingerprint, answer } = row;
  return fingerprint === null
    ? { outcome: "repeated", checkpoint, fingerprint: entry.fingerprint, answer: entry.answer }
    : { outcome: "repeated", checkpoint, fingerprint, answer };
}
