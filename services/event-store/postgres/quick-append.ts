import type pg from "pg";
import { sqlState } from "../unavailable.ts";
import { listOf, quoted } from "./array-text.ts";
import type { Entry, Verdict } from "./entry.ts";
import { lockClass } from "./log-lock.ts";
import { type Call, callInTurn, callPrepared, type Rows, type Texts } from "./prepared-call.ts";

/*
 * `append_to_log` for the usual cases, as quick as the same rows can be written: one statement of plain SQL, since every
 * statement and every expression of a function is set up anew in each transaction. What they cannot decide in one go
 * they leave to `append_to_log`. Never inside a transaction of the caller's own: it would have an id already.
 */

/**
 * As announce_append: a bound below the own id, made known before there is one; whatever writes must read from this.
 * One row, said so: taken for thousands, a batch seems dear enough to a server with a compiler (JIT) to compile it.
 */
const announced = (given = "") => `announced AS MATERIALIZED (
  SELECT l.epoch, pg_advisory_xact_lock_shared(
    ${lockClass}, pg_snapshot_xmax(pg_current_snapshot())::text::bigint::bit(32)::integer)${given}
  FROM log_epoch l LIMIT 1
)`;

/** A scalar, because EXISTS may be planned as a hash of the whole table. */
const isThere = (stream: string, revision: string) =>
  `(SELECT true FROM events b WHERE b.stream = ${stream} AND b.revision = ${revision})`;

const oneEvent = (condition: string) => `
WITH ${announced()}, event AS (
  INSERT INTO events
  SELECT epoch, pg_current_xact_id(), 1, $5, $6::integer + 1, $8, $9, $10, $11, $7, $4 FROM announced ${condition}
)
INSERT INTO commands (command_id, fingerprint, answer, checkpoint)
SELECT $1, $2, $3, epoch || '.' || pg_current_xact_id()::text || '.1' FROM announced ${condition}
RETURNING checkpoint`;

const statements = {
  newStream: { name: "append_to_new", text: oneEvent("") },
  knownStream: { name: "append_to_known", text: oneEvent(`WHERE ${isThere("$5", "$6")}`) },
  /**
   * A row an event; command, fingerprint and answer stand with the last one of each command. The arrays come from a row
   * of their own: a planner who sees how long they are would plan anew for each batch.
   */
  batch: {
    name: "append_batch",
    text: `
WITH ${announced(`,
    $1::uuid[] AS ids, $2::text[] AS fingerprints, $3::json[] AS answers, $4::timestamptz[] AS ats, $5::text[] AS streams,
    $6::integer[] AS expecteds, $7::json[] AS metas, $8::uuid[] AS event_ids, $9::text[] AS types,
    $10::smallint[] AS versions, $11::json[] AS datas, $12::integer[] AS revisions`)}, sent AS MATERIALIZED (
  SELECT epoch, e.*, e.expected = -1 OR ${isThere("e.stream", "e.expected")} IS TRUE AS fits
  FROM announced,
    unnest(ids, fingerprints, answers, ats, streams, expecteds, metas, event_ids, types, versions, datas, revisions)
    WITH ORDINALITY
    AS e(command_id, fingerprint, answer, at, stream, expected, meta, event_id, type, version, data, revision, seq)
), event AS (
  INSERT INTO events
  SELECT epoch, pg_current_xact_id(), seq, stream, revision, event_id, type, version, data, meta, at
  FROM sent WHERE fits
), command AS (
  INSERT INTO commands (command_id, fingerprint, answer, checkpoint)
  SELECT command_id, fingerprint, answer, epoch || '.' || pg_current_xact_id()::text || '.' || seq
  FROM sent WHERE fits AND command_id IS NOT NULL
)
SELECT epoch, pg_current_xact_id()::text, (SELECT array_agg(seq::integer) FROM sent WHERE NOT fits) FROM announced`,
  },
} as const;

/** Whether they may be taken in one statement: events of streams that are all different, and no keys to destroy. */
export const isQuick = (entries: readonly Entry[]): boolean =>
  entries.every(
    ({ stream, events, forget }, index) =>
      events.length > 0 && !forget && stream !== entries[index + 1]?.stream,
  );

/** A call that goes out in the packet of an append: the server comes to it right behind the commit. */
export interface Behind {
  readonly call: Call;
  /** Its answer, given only where the append before it has been made. */
  take(rows: Promise<Rows>): void;
}

/** By place of the entry; undefined or absent where `append_to_log` must decide. */
type QuickVerdicts = readonly (Verdict | undefined)[];

/** What is sent, and what the row of its answer says. */
interface QuickAppend {
  readonly call: Call;
  verdictsOf(row: Texts | undefined): QuickVerdicts;
}

/**
 * Appends entries that are sorted by stream, in one transaction and one round trip.
 * @throws an error of the database
 */
export async function appendQuickly(
  pool: pg.Pool,
  entries: readonly Entry[],
  behind?: Behind,
): Promise<QuickVerdicts> {
  const [entry] = entries;
  const { call, verdictsOf } =
    entries.length === 1 && entry?.events.length === 1 ? eventAppend(entry) : batchAppend(entries);
  try {
    if (!behind) return verdictsOf((await callPrepared(pool, call))[0]);
    const [appended, follows] = callInTurn(pool, [call, behind.call]);
    // Nobody asks for it when nothing is appended.
    follows.catch(() => {});
    const verdicts = verdictsOf((await appended)[0]);
    if (entries.every((_, place) => verdicts[place])) behind.take(follows);
    return verdicts;
  } catch (error) {
    if (isUndecided(error)) return [];
    throw error;
  }
}

/** A command that is there already, or another append to the stream that was first; nothing has been written. */
const isUndecided = (error: unknown): boolean => {
  const { constraint } = error as { constraint?: string };
  return (
    sqlState(error) === "23505" &&
    (constraint === "commands_pkey" || constraint === "events_stream_revision_key")
  );
};

function eventAppend(entry: Entry): QuickAppend {
  const [event] = entry.events as [Entry["events"][number]];
  const statement = entry.expected === -1 ? statements.newStream : statements.knownStream;
  const values = [
    entry.id,
    entry.fingerprint,
    JSON.stringify(entry.answer),
    entry.at,
    entry.stream,
    String(entry.expected),
    JSON.stringify(entry.meta),
    event.id,
    event.type,
    String(event.version),
    JSON.stringify(event.data),
  ];
  return {
    call: { statement, values },
    verdictsOf: ([checkpoint] = []) => (checkpoint ? [{ outcome: "appended", checkpoint }] : []),
  };
}

function batchAppend(entries: readonly Entry[]): QuickAppend {
  const sent = entries.flatMap((entry) =>
    entry.events.map((event, index) => ({ entry, event, index, isLast: index === entry.events.length - 1 })),
  );
  const values = [
    listOf(sent, ({ entry, isLast }) => (isLast ? entry.id : null)),
    listOf(sent, ({ entry, isLast }) => (isLast ? quoted(entry.fingerprint) : null)),
    listOf(sent, ({ entry, isLast }) => (isLast ? quoted(JSON.stringify(entry.answer)) : null)),
    listOf(sent, ({ entry }) => entry.at),
    listOf(sent, ({ entry }) => quoted(entry.stream)),
    listOf(sent, ({ entry }) => entry.expected),
    listOf(sent, ({ entry }) => quoted(JSON.stringify(entry.meta))),
    listOf(sent, ({ event }) => event.id),
    listOf(sent, ({ event }) => quoted(event.type)),
    listOf(sent, ({ event }) => event.version),
    listOf(sent, ({ event }) => quoted(JSON.stringify(event.data))),
    listOf(sent, ({ entry, index }) => entry.expected + 1 + index),
  ];
  return {
    call: { statement: statements.batch, values },
    verdictsOf(row) {
      const [epoch, txid, unfit] = row as Texts;
      // `{2,5}`: numbers of the events that do not follow where their streams end.
      const refused = new Set(unfit?.slice(1, -1).split(",").map(Number));
      return sent.flatMap(({ isLast }, index): QuickVerdicts => {
        if (!isLast) return [];
        const seq = index + 1;
        return [
          refused.has(seq) ? undefined : { outcome: "appended", checkpoint: `${epoch}.${txid}.${seq}` },
        ];
      });
    },
  };
}
