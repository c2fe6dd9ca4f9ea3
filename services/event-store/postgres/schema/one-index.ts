/*
 * The unique index of events on (stream, revision) alone says where a stream ends: an append needs the event it follows
 * to be there and the place after it to be free. A row per stream beside it cost an append a sixth of its time.
 */

/**
 * As before (schema.ts), without that row. The table stays, unused, for one version: calls of older processes that are
 * under way while this step is taken still name it.
 */
const appending = `
CREATE OR REPLACE FUNCTION append_to_log(entries json)
RETURNS TABLE (n integer, outcome text, checkpoint text, fingerprint text, answer json)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  own_epoch smallint;
  own_txid xid8;
  last_seq integer;
  entry record;
  amount integer;
  stored integer;
  reached text;
BEGIN
  PERFORM announce_append();
  own_epoch := (SELECT l.epoch FROM log_epoch l);
  own_txid := pg_current_xact_id();
  last_seq := coalesce((SELECT max(e.seq) FROM events e WHERE e.epoch = own_epoch AND e.txid = own_txid), 0);
  FOR entry IN
    SELECT r.*, (row_number() OVER ())::integer AS n
    FROM json_to_recordset(entries) AS r(id uuid, fingerprint text, answer json, at timestamptz, stream text,
                                         expected integer, meta json, forget uuid[], events json)
  LOOP
    amount := json_array_length(entry.events);
    IF amount > 0 THEN
      reached := own_epoch || '.' || own_txid::text || '.' || (last_seq + amount);
    ELSE
      reached := coalesce((SELECT e.epoch || '.' || e.txid::text || '.' || e.seq FROM events e
                           ORDER BY e.epoch DESC, e.txid DESC, e.seq DESC LIMIT 1), '0.0.0');
    END IF;

    -- Waits for a running twin: if that commits, this one is a repetition.
    INSERT INTO commands (command_id, fingerprint, answer, checkpoint)
    VALUES (entry.id, entry.fingerprint, entry.answer, reached) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN QUERY SELECT entry.n, 'repeated', c.checkpoint, c.fingerprint, c.answer
                   FROM commands c WHERE c.command_id = entry.id;
      CONTINUE;
    END IF;

    IF amount > 0 THEN
      -- Waits for a running append to the same stream: if that commits, this one is too late.
      INSERT INTO events
      SELECT own_epoch, own_txid, last_seq + v.place, entry.stream, entry.expected + v.place,
             (v.event->>'id')::uuid, v.event->>'type', (v.event->>'version')::smallint, v.event->'data',
             entry.meta, entry.at
      FROM (SELECT e.event, e.place::integer
            FROM json_array_elements(entry.events) WITH ORDINALITY AS e(event, place)) v
      WHERE entry.expected = -1
         OR EXISTS (SELECT FROM events e WHERE e.stream = entry.stream AND e.revision = entry.expected)
      ON CONFLICT (stream, revision) DO NOTHING;
      GET DIAGNOSTICS stored = ROW_COUNT;
      IF stored < amount THEN
        -- Those of several that found their places free.
        DELETE FROM events e WHERE e.epoch = own_epoch AND e.txid = own_txid AND e.seq > last_seq;
        DELETE FROM commands c WHERE c.command_id = entry.id;
        RETURN QUERY SELECT entry.n, 'wrong-revision', NULL, NULL, NULL::json;
        CONTINUE;
      END IF;
      last_seq := last_seq + amount;
    END IF;
    IF entry.forget IS NOT NULL THEN
      -- The table belongs to whoever encrypts; without it nobody may say forget.
      DELETE FROM member_keys k WHERE k.member = ANY (entry.forget);
    END IF;
    RETURN QUERY SELECT entry.n, 'appended', reached, NULL, NULL::json;
  END LOOP;
END $$;
`;

/** Processes of the version before, while they are replaced one by one: what they say on a repetition sends them to append_to_log. */
const sendOn = `
BEGIN
  RAISE unique_violation USING CONSTRAINT = 'commands_pkey';
END`;

const before = `
CREATE OR REPLACE FUNCTION append_event(
  command_id uuid, own_fingerprint text, own_answer json, at timestamptz, own_stream text, expected integer, meta json,
  event_id uuid, type text, version smallint, data json,
  OUT outcome text, OUT checkpoint text, OUT fingerprint text, OUT answer json)
LANGUAGE plpgsql AS $$${sendOn} $$;

CREATE OR REPLACE FUNCTION append_batch(
  command_ids uuid[], fingerprints text[], answers json[], ats timestamptz[], own_streams text[], expecteds integer[],
  metas json[], amounts integer[], lasts integer[],
  places integer[], numbers integer[], revisions integer[], event_ids uuid[], types text[], versions smallint[],
  datas json[],
  OUT epoch smallint, OUT txid xid8, OUT refused integer[])
LANGUAGE plpgsql AS $$${sendOn} $$;
`;

export const oneIndexMigration = {
  name: "event-store-4",
  sql: [appending, before].join("\n"),
} as const;
