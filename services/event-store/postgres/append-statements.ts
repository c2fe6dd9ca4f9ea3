import type pg from "pg";
import { sqlState } from "../unavailable.ts";
import { listOf, quoted } from "./array-text.ts";
import { callPrepared } from "./call.ts";
import type { Entry, Outcome } from "./entry.ts";
import type { Texts } from "./packet.ts";
import { lockClass } from "./schema.ts";

/*
 * `append_to_log` for the usual cases as one statement of plain SQL, because PL/pgSQL sets up every statement and
 * expression again in each transaction. Entries that it cannot decide are left to `append_to_log`. It must not run
 * inside a transaction of the caller, which may already have a transaction id.
 */

/**
 * One row per event; command, fingerprint and response are in the row of each command's last event. `announced` is like
 * announce_append: a bound below the own transaction id, announced before there is one; every write must read from it.
 * LIMIT 1, because with an estimate of thousands of rows a server with JIT compiles every batch. The arrays come from a
 * row of their own, because a planner that sees their lengths would plan each batch again. `fits` uses a scalar subquery,
 * because EXISTS may be planned as a hash of the whole table.
 */
const appendBatch = {
  name: "append_batch",
  text: `
WITH announced AS MATERIALIZED (
  SELECT l.epoch, pg_advisory_xact_lock_shared(
    ${lockClass}, pg_snapshot_xmax(pg_current_snapshot())::text::bigint::bit(32)::integer),
    $1::uuid[] AS ids, $2::text[] AS fingerprints, $3::json[] AS answers, $4::timestamptz[] AS ats, $5::text[] AS streams,
    $6::integer[] AS expecteds, $7::json[] AS metas, $8::uuid[] AS event_ids, $9::text[] AS types,
    $10::smallint[] AS versions, $11::json[] AS datas, $12::integer[] AS revisions
  FROM log_epoch l LIMIT 1
), sent AS MATERIALIZED (
  SELECT epoch, e.*, e.expected = -1
    OR (SELECT true FROM events b WHERE b.stream = e.stream AND b.revision = e.expected) IS TRUE AS fits
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
} as const;

/** Whether one statement can append the entries: all have events, in different streams, and none destroys keys. */
export const isQuick = (entries: readonly Entry[]): boolean =>
  entries.every(
    ({ stream, events, forget }, index) =>
      events.length > 0 && !forget && stream !== entries[index + 1]?.stream,
  );

/** By index of the entry; undefined or absent where `append_to_log` must decide. */
type QuickOutcomes = readonly (Outcome | undefined)[];

/**
 * Appends entries that are sorted by stream in one transaction and one round trip.
 * @throws an error of the database
 */
export async function appendInOneStatement(pool: pg.Pool, entries: readonly Entry[]): Promise<QuickOutcomes> {
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
  try {
    const { rows } = await callPrepared(pool, { ...appendBatch, values });
    const [epoch, txid, unfit] = rows[0] as Texts;
    // `{2,5}` lists the indexes of events that do not follow the end of their streams.
    const refused = new Set(unfit?.slice(1, -1).split(",").map(Number));
    return sent.flatMap(({ isLast }, index): QuickOutcomes => {
      if (!isLast) return [];
      const seq = index + 1;
      return [refused.has(seq) ? undefined : { outcome: "appended", checkpoint: `${epoch}.${txid}.${seq}` }];
    });
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
