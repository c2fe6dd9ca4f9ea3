/*
 * Left from the schema before this one, which it must equal: a row per stream, and the functions that appended by it.
 * Nothing calls them; they can be dropped by a migration.
 */
const undecided = `
BEGIN
  RAISE unique_violation USING CONSTRAINT = 'commands_pkey';
END`;

export const retired = `
CREATE TABLE streams (
  stream text PRIMARY KEY,
  revision integer NOT NULL
);

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

CREATE FUNCTION append_event(
  command_id uuid, own_fingerprint text, own_answer json, at timestamptz, own_stream text, expected integer, meta json,
  event_id uuid, type text, version smallint, data json,
  OUT outcome text, OUT checkpoint text, OUT fingerprint text, OUT answer json)
LANGUAGE plpgsql AS $$${undecided} $$;

CREATE FUNCTION append_batch(
  command_ids uuid[], fingerprints text[], answers json[], ats timestamptz[], own_streams text[], expecteds integer[],
  metas json[], amounts integer[], lasts integer[],
  places integer[], numbers integer[], revisions integer[], event_ids uuid[], types text[], versions smallint[],
  datas json[],
  OUT epoch smallint, OUT txid xid8, OUT refused integer[])
LANGUAGE plpgsql AS $$${undecided} $$;
`;
