import type pg from "pg";
import { sqlState } from "../unavailable.ts";
import { listOf, quoted } from "./array-text.ts";
import { type Call, callPrepared } from "./call.ts";
import type { Entry, Outcome } from "./entry.ts";
import type { Texts } from "./packet.ts";
import { lockClass } from "./schema.ts";

/*
 * `append_to_log` for the usual cases as one statement of plain SQL, because PL/pgSQL sets up every statement and
 * expression again in each transaction. Entries that it cannot decide are left to `append_to_log`. It must not run
 * inside a transaction of the caller, which may already have a transaction id.
 */

/**
 * Like announce_append: a bound below the own transaction id, announced before there is one; every write must read from it.
 * LIMIT 1, because with an estimate of thousands of rows a server with JIT compiles every batch.
 */
const announced = (given = "") => `announced AS MATERIALIZED (
  SELECT l.epoch, pg_advisory_xact_lock_shared(
    ${lockClass}, pg_snapshot_xmax(pg_current_snapshot())::text::bigint::bit(32)::integer)${given}
  FROM log_epoch l LIMIT 1
)`;

/** A scalar subquery, because EXISTS may be planned as a hash of the whole table. */
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
   * One row per event; command, fingerprint and response are in the row of each command's last event. The arrays come
   * from a row of their own, because a planner that sees their lengths would plan each batch again.
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

/** Whether one statement can append the entries: all have events, in different streams, and none destroys keys. */
export const isQuick = (entries: readonly Entry[]): boolean =>
  entries.every(
    ({ stream, events, forget }, index) =>
      events.length > 0 && !forget && stream !== entries[index + 1]?.stream,
  );

/** By index of the entry; undefined or absent where `append_to_log` must decide. */
type QuickOutcomes = readonly (Outcome | undefined)[];

interface QuickAppend {
  readonly call: Call;
  /** Decodes the returned row. */
  outcomesOf(row: Texts | undefined): QuickOutcomes;
}

/**
 * Appends entries that are sorted by stream in one transaction and one round trip.
 * @throws an error of the database
 */
export async function appendInOneStatement(pool: pg.Pool, entries: readonly Entry[]): Promise<QuickOutcomes> {
  const [entry] = entries;
  const { call, outcomesOf } =
    entries.length === 1 && entry?.events.length === 1 ? eventAppend(entry) : batchAppend(entries);
  try {
    return outcomesOf((await callPrepared(pool, call)).rows[0]);
  } catch (error) {
    if (isUndecided(error)) return [];
    throw error;
  }
}

/** The command already exists, or another append to the stream was faster; nothing was written. */
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
    call: { ...statement, values },
    outcomesOf: ([checkpoint] = []) => (checkpoint ? [{ outcome: "appended", checkpoint }] : []),
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
    call: { ...statements.batch, values },
    outcomesOf(row) {
      const [epoch, txid, unfit] = row as Texts;
      // `{2,5}` lists the indexes of events that do not follow the end of their streams.
      const refused = new Set(unfit?.slice(1, -1).split(",").map(Number));
      return sent.flatMap(({ isLast }, index): QuickOutcomes => {
        if (!isLast) return [];
        const seq = index + 1;
        return [
          refused.has(seq) ? undefined : { outcome: "appended", checkpoint: `${epoch}.${txid}.${seq}` },
        ];
      });
    },
  };
}
