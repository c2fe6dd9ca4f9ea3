/*
 * Appends do not go by rows of streams any more (one-index.ts), but calls of older processes that are under way at
 * that step go on inside of the functions before. One that came to its row only afterwards took an old revision for the
 * end of the stream, met the event of a newer process at the unique index of events, and its process took that for a
 * fault. A serialization failure it takes for what it is: it begins anew, and with the functions of now.
 *
 * To make a trigger waits for all who have written to the table, so that their appends are over when newer ones begin.
 */
const closed = `
CREATE FUNCTION begin_append_anew() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  callers text;
BEGIN
  GET DIAGNOSTICS callers = PG_CONTEXT;
  -- Rows of a backup are let in.
  IF callers ~ 'append_(event|batch|to_log)\\(' THEN
    RAISE serialization_failure USING MESSAGE = 'appends do not go by rows of streams any more';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER closed_to_appends BEFORE INSERT OR UPDATE ON streams EXECUTE FUNCTION begin_append_anew();
`;

export const closedStreamsMigration = {
  name: "event-store-6",
  sql: closed,
} as const;
