import { lockClass } from "../log-lock.ts";

/*
 * As before (schema.ts), but the locks are only looked at while a transaction is running that may write. Where the
 * snapshot knows of none, every id below its end is final, and whoever announces itself later gets a later one: most
 * readers near the head need nothing more, and the view of all locks of the server is the dearest part of a look.
 */
const horizon = `
CREATE OR REPLACE FUNCTION log_horizon() RETURNS xid8 LANGUAGE plpgsql AS $$
DECLARE
  -- Before the locks are looked at: whoever announces later gets a later id.
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

export const quietHorizonMigration = {
  name: "event-store-5",
  sql: horizon,
} as const;
