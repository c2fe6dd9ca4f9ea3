import { lockClass } from "../log-lock.ts";

/*
 * Until event-store-4 (one-index.ts): `append_to_log` for the usual cases, as quick as the same rows can be
 * written. Both refuse a transaction that has written before: its events would need places behind those that are there.
 *
 * One event of one command comes as plain values, since taking JSON apart costs as much as writing it. A batch comes as
 * arrays: its commands and its events are written with one statement each. Numbers within the transaction are given by
 * the caller and may have holes.
 */

/** As announce_append: a bound below the own id, made known before there is one. A call of its own costs too much here. */
const declared = `
  bound bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint & 4294967295;
  own_txid xid8;
  own_epoch smallint;`;

const announced = `
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RAISE EXCEPTION 'a quick append must be the first writing statement of its transaction';
  END IF;
  PERFORM pg_advisory_xact_lock_shared(
    ${lockClass}, (CASE WHEN bound > 2147483647 THEN bound - 4294967296 ELSE bound END)::integer);
  own_txid := pg_current_xact_id();
  own_epoch := (SELECT l.epoch FROM log_epoch l);`;

/* Outcomes as those of append_to_log. */
const oneEvent = `
CREATE FUNCTION append_event(
  command_id uuid, own_fingerprint text, own_answer json, at timestamptz, own_stream text, expected integer, meta json,
  event_id uuid, type text, version smallint, data json,
  OUT outcome text, OUT checkpoint text, OUT fingerprint text, OUT answer json)
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE ${declared}
BEGIN ${announced}
  checkpoint := own_epoch || '.' || own_txid::text || '.1';
  -- Waits for a running twin: if that commits, this one is a repetition.
  INSERT INTO commands AS c (command_id, fingerprint, answer, checkpoint)
  VALUES (command_id, own_fingerprint, own_answer, checkpoint) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    SELECT 'repeated', c.checkpoint, c.fingerprint, c.answer INTO outcome, checkpoint, fingerprint, answer
    FROM commands c WHERE c.command_id = append_event.command_id;
    RETURN;
  END IF;
  IF expected = -1 THEN
    INSERT INTO streams (stream, revision) VALUES (own_stream, 0) ON CONFLICT DO NOTHING;
  ELSE
    UPDATE streams s SET revision = expected + 1 WHERE s.stream = own_stream AND s.revision = expected;
  END IF;
  IF NOT FOUND THEN
    DELETE FROM commands c WHERE c.command_id = append_event.command_id;
    outcome := 'wrong-revision';
    RETURN;
  END IF;
  INSERT INTO events
  VALUES (own_epoch, own_txid, 1, own_stream, expected + 1, event_id, type, version, data, meta, at);
  outcome := 'appended';
END $$;
`;

/*
 * Commands, each with events of its own: 'place' counts commands from 1, 'amounts' and 'lasts' say how many events each
 * has and the number of its last one. Commands must be sorted by stream. 'refused' names those whose stream is at
 * another revision; all others are in. A command that is there already fails the whole batch: 23505 at commands_pkey.
 */
const batch = `
CREATE FUNCTION append_batch(
  command_ids uuid[], fingerprints text[], answers json[], ats timestamptz[], own_streams text[], expecteds integer[],
  metas json[], amounts integer[], lasts integer[],
  places integer[], numbers integer[], revisions integer[], event_ids uuid[], types text[], versions smallint[],
  datas json[],
  OUT epoch smallint, OUT txid xid8, OUT refused integer[])
LANGUAGE plpgsql
-- Plans made for the length of each batch's arrays would be made anew with every batch.
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE ${declared}
BEGIN ${announced}
  epoch := own_epoch;
  txid := own_txid;
  refused := '{}';
  INSERT INTO commands (command_id, fingerprint, answer, checkpoint)
  SELECT b.id, b.fingerprint, b.answer, own_epoch || '.' || own_txid::text || '.' || b.last
  FROM unnest(command_ids, fingerprints, answers, lasts) AS b(id, fingerprint, answer, last);
  FOR place IN 1 .. cardinality(command_ids) LOOP
    IF expecteds[place] = -1 THEN
      INSERT INTO streams (stream, revision) VALUES (own_streams[place], amounts[place] - 1) ON CONFLICT DO NOTHING;
    ELSE
      UPDATE streams s SET revision = expecteds[place] + amounts[place]
      WHERE s.stream = own_streams[place] AND s.revision = expecteds[place];
    END IF;
    IF NOT FOUND THEN
      refused := refused || place;
    END IF;
  END LOOP;
  IF refused <> '{}' THEN
    DELETE FROM commands c WHERE c.command_id IN (SELECT command_ids[r.place] FROM unnest(refused) AS r(place));
  END IF;
  INSERT INTO events
  SELECT own_epoch, own_txid, e.number, own_streams[e.place], e.revision, e.id, e.type, e.version, e.data,
         metas[e.place], ats[e.place]
  FROM unnest(places, numbers, revisions, event_ids, types, versions, datas)
    AS e(place, number, revision, id, type, version, data)
  WHERE e.place <> ALL (refused);
END $$;
`;

export const quickAppendMigration = {
  name: "event-store-3",
  sql: [oneEvent, batch].join("\n"),
} as const;
