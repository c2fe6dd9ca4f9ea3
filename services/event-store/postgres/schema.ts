import { claimsMigration } from "../eventstoredb/claims-schema.ts";

/** First key of the log's advisory locks; the second key holds the low 32 bits of the announced bound. */
export const lockClass = 7_201_400;

/**
 * The log in PostgreSQL 15 and newer. Terms: **position** = (epoch, txid, seq), the order of the log; **horizon** = the
 * first transaction that an append may still be running in; everything below it is final.
 *
 * Why not a sequence: numbers are drawn before they become visible, so a reader that goes by "greater than the last
 * seen" skips whatever commits late. Why not the oldest running transaction: a foreign one left open would block every
 * reader. So each append announces a lower bound of its own transaction id by an advisory lock *before* it owns one,
 * and readers stay below the lowest announced bound.
 *
 * The unique index of events on (stream, revision) alone says where a stream ends: an append needs the event it follows
 * to exist and the revision after it to be free. A row per stream beside it cost an append a sixth of its time.
 */
const tables = `
CREATE TABLE log_epoch (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch smallint NOT NULL
);
INSERT INTO log_epoch (epoch) VALUES (1);

CREATE TABLE events (
  epoch smallint NOT NULL,
  txid xid8 NOT NULL,
  -- Counts within the transaction.
  seq integer NOT NULL,
  stream text NOT NULL,
  revision integer NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  schema_version smallint NOT NULL,
  data json NOT NULL,
  meta json NOT NULL,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (epoch, txid, seq),
  UNIQUE (stream, revision),
  UNIQUE (event_id)
);

CREATE TABLE commands (
  command_id uuid PRIMARY KEY,
  fingerprint text NOT NULL,
  answer json,
  checkpoint text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX commands_at ON commands USING brin (at);
`;

const time = `
CREATE FUNCTION iso_time(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
`;

const announcing = `
CREATE FUNCTION announce_append() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own bigint := pg_current_xact_id_if_assigned()::text::bigint;
  bound bigint;
BEGIN
  IF own IS NOT NULL THEN
    -- Readers may already have passed this transaction, unless it announced itself before it got its id.
    IF NOT EXISTS (SELECT FROM pg_locks
                   WHERE locktype = 'advisory' AND classid = ${lockClass} AND objsubid = 2
                     AND pid = pg_backend_pid()) THEN
      RAISE EXCEPTION 'an append must be the first writing statement of its transaction';
    END IF;
    RETURN;
  END IF;
  bound := pg_snapshot_xmax(pg_current_snapshot())::text::bigint & 4294967295;
  -- Advisory lock numbers are signed.
  PERFORM pg_advisory_xact_lock_shared(
    ${lockClass}, (CASE WHEN bound > 2147483647 THEN bound - 4294967296 ELSE bound END)::integer);
END $$;
`;

const pruning = `
CREATE FUNCTION forget_old_commands(older_than interval) RETURNS bigint LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM commands c WHERE c.at < now() - older_than RETURNING 1)
  SELECT count(*) FROM gone
$$;
`;

/*
 * Locks are scanned only while a writing transaction may be running: if the snapshot contains none, every id below its
 * end is final, and a later append gets a later id. That saves most polls near the head their most expensive step.
 */
const horizon = `
CREATE FUNCTION log_horizon() RETURNS xid8 LANGUAGE plpgsql AS $$
DECLARE
  -- Taken before the scan of locks: an append that announces itself later gets a later id.
  seen pg_snapshot := pg_current_snapshot();
  ceiling bigint;
  lowest bigint;
BEGIN
  IF pg_snapshot_xmin(seen) = pg_snapshot_xmax(seen) THEN
    RETURN pg_snapshot_xmax(seen);
  END IF;
  ceiling := pg_snapshot_xmax(seen)::text::bigint;
  -- Lock numbers hold 32 bits: compared modulo 2^32. Bounds above the ceiling do not matter.
  SELECT min(ceiling - l.behind) INTO lowest
  FROM (SELECT (ceiling - objid::bigint) & 4294967295 AS behind FROM pg_locks
        WHERE locktype = 'advisory' AND classid = ${lockClass} AND objsubid = 2
          AND database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())) l
  WHERE l.behind < 2147483648;
  RETURN coalesce(lowest, ceiling)::text::xid8;
END $$;
`;

/*
 * read_log returns events after a position in log order. It must not run inside a transaction of the reader: the rows
 * must be read after the horizon. Settings: plans are cached per connection, even those made while the table was empty,
 * and a generic plan is the only possible one here, while the planner would prefer to plan each call again (2/3 of a
 * poll's time).
 */
const reading = `
CREATE FUNCTION read_log(after_epoch smallint, after_txid xid8, after_seq integer, amount integer)
RETURNS TABLE (checkpoint text, stream text, revision integer, event_id uuid, type text, schema_version smallint,
               data json, meta json, occurred_at text)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  horizon xid8 := log_horizon();
  own_epoch smallint := (SELECT l.epoch FROM log_epoch l);
BEGIN
  RETURN QUERY
  SELECT e.epoch || '.' || e.txid::text || '.' || e.seq, e.stream, e.revision, e.event_id, e.type,
         e.schema_version, e.data, e.meta, iso_time(e.occurred_at)
  FROM events e
  WHERE (e.epoch, e.txid, e.seq) > (after_epoch, after_txid, after_seq)
    AND (e.epoch < own_epoch OR e.txid < horizon)
  ORDER BY e.epoch, e.txid, e.seq
  LIMIT amount;
END $$;

CREATE FUNCTION log_head() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  horizon xid8 := log_horizon();
  own_epoch smallint := (SELECT l.epoch FROM log_epoch l);
BEGIN
  RETURN coalesce((SELECT e.epoch || '.' || e.txid::text || '.' || e.seq FROM events e
                   WHERE e.epoch < own_epoch OR e.txid < horizon
                   ORDER BY e.epoch DESC, e.txid DESC, e.seq DESC LIMIT 1), '0.0.0');
END $$;
`;

/*
 * Transaction ids belong to one cluster. In a younger cluster, restored ids lie in the future: they would stay beyond
 * the horizon, and new events would sort before them.
 */
const restoring = `
CREATE FUNCTION begin_new_epoch() RETURNS smallint LANGUAGE sql AS $$
  UPDATE log_epoch SET epoch = epoch + 1 RETURNING epoch
$$;

CREATE FUNCTION begin_new_epoch_if_restored() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM log_epoch FOR UPDATE;
  IF EXISTS (SELECT FROM events e WHERE e.epoch = (SELECT l.epoch FROM log_epoch l)
               AND e.txid >= pg_snapshot_xmax(pg_current_snapshot())) THEN
    PERFORM begin_new_epoch();
    RETURN true;
  END IF;
  RETURN false;
END $$;
`;

/** Migrations of the log for the migration runner. */
export const eventStoreMigrations = [
  {
    name: "0.2.0/event-store",
    sql: [tables, time, announcing, pruning, horizon, reading, restoring].join("\n"),
  },
  claimsMigration,
] as const;
