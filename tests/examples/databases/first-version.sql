-- The database of the first version, as pg_dump wrote it on PostgreSQL 15: three people, one of whom has withdrawn.
-- Never changed: tests/ops/first-version.spec.ts upgrades it. Its SECRET_KEY is forty times a.
--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: announce_append(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.announce_append() RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  own bigint := pg_current_xact_id_if_assigned()::text::bigint;
  bound bigint;
BEGIN
  IF own IS NOT NULL THEN
    -- Readers may already have passed this transaction, unless it announced itself before it got its id.
    IF NOT EXISTS (SELECT FROM pg_locks
                   WHERE locktype = 'advisory' AND classid = 7201400 AND objsubid = 2
                     AND pid = pg_backend_pid()) THEN
      RAISE EXCEPTION 'an append must be the first writing statement of its transaction';
    END IF;
    RETURN;
  END IF;
  bound := pg_snapshot_xmax(pg_current_snapshot())::text::bigint & 4294967295;
  -- Advisory lock numbers are signed.
  PERFORM pg_advisory_xact_lock_shared(
    7201400, (CASE WHEN bound > 2147483647 THEN bound - 4294967296 ELSE bound END)::integer);
END $$;


--
-- Name: append_to_log(json); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.append_to_log(entries json) RETURNS TABLE(n integer, outcome text, checkpoint text, fingerprint text, answer json)
    LANGUAGE plpgsql
    AS $$
#variable_conflict use_column
DECLARE
  own_epoch smallint;
  own_txid xid8;
  last_seq integer;
  entry record;
  amount integer;
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
      IF entry.expected = -1 THEN
        INSERT INTO streams (stream, revision) VALUES (entry.stream, amount - 1) ON CONFLICT DO NOTHING;
      ELSE
        UPDATE streams s SET revision = entry.expected + amount
        WHERE s.stream = entry.stream AND s.revision = entry.expected;
      END IF;
      IF NOT FOUND THEN
        DELETE FROM commands c WHERE c.command_id = entry.id;
        RETURN QUERY SELECT entry.n, 'wrong-revision', NULL, NULL, NULL::json;
        CONTINUE;
      END IF;
      INSERT INTO events
      SELECT own_epoch, own_txid, last_seq + v.place, entry.stream, entry.expected + v.place,
             (v.event->>'id')::uuid, v.event->>'type', (v.event->>'version')::smallint, v.event->'data',
             entry.meta, entry.at
      FROM (SELECT e.event, e.place::integer
            FROM json_array_elements(entry.events) WITH ORDINALITY AS e(event, place)) v;
      last_seq := last_seq + amount;
    END IF;
    IF entry.forget IS NOT NULL THEN
      -- The table belongs to whoever encrypts; without it nobody may say forget.
      DELETE FROM member_keys k WHERE k.member = ANY (entry.forget);
    END IF;
    RETURN QUERY SELECT entry.n, 'appended', reached, NULL, NULL::json;
  END LOOP;
END $$;


--
-- Name: begin_new_epoch(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.begin_new_epoch() RETURNS smallint
    LANGUAGE sql
    AS $$
  UPDATE log_epoch SET epoch = epoch + 1 RETURNING epoch
$$;


--
-- Name: begin_new_epoch_if_restored(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.begin_new_epoch_if_restored() RETURNS boolean
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM FROM log_epoch FOR UPDATE;
  IF EXISTS (SELECT FROM events e WHERE e.epoch = (SELECT l.epoch FROM log_epoch l)
               AND e.txid >= pg_snapshot_xmax(pg_current_snapshot())) THEN
    PERFORM begin_new_epoch();
    RETURN true;
  END IF;
  RETURN false;
END $$;


--
-- Name: forget_old_commands(interval); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.forget_old_commands(older_than interval) RETURNS bigint
    LANGUAGE sql
    AS $$
  WITH gone AS (DELETE FROM commands c WHERE c.at < now() - older_than RETURNING 1)
  SELECT count(*) FROM gone
$$;


--
-- Name: iso_time(timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.iso_time(at timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;


--
-- Name: log_head(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.log_head() RETURNS text
    LANGUAGE plpgsql
    AS $$
DECLARE
  horizon xid8 := log_horizon();
  own_epoch smallint := (SELECT l.epoch FROM log_epoch l);
BEGIN
  RETURN coalesce((SELECT e.epoch || '.' || e.txid::text || '.' || e.seq FROM events e
                   WHERE e.epoch < own_epoch OR e.txid < horizon
                   ORDER BY e.epoch DESC, e.txid DESC, e.seq DESC LIMIT 1), '0.0.0');
END $$;


--
-- Name: log_horizon(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.log_horizon() RETURNS xid8
    LANGUAGE plpgsql
    AS $$
DECLARE
  -- Before the locks are looked at: whoever announces later gets a later id.
  ceiling bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  lowest bigint;
BEGIN
  -- Lock numbers hold 32 bits: compared modulo 2^32. Bounds above the ceiling do not matter.
  SELECT min(ceiling - l.behind) INTO lowest
  FROM (SELECT (ceiling - objid::bigint) & 4294967295 AS behind FROM pg_locks
        WHERE locktype = 'advisory' AND classid = 7201400 AND objsubid = 2
          AND database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())) l
  WHERE l.behind < 2147483648;
  RETURN coalesce(lowest, ceiling)::text::xid8;
END $$;


--
-- Name: place_of_event(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.place_of_event(wanted uuid) RETURNS TABLE(checkpoint text)
    LANGUAGE sql STABLE
    AS $$
  SELECT e.epoch || '.' || e.txid::text || '.' || e.seq FROM events e WHERE e.event_id = wanted
$$;


--
-- Name: read_log(smallint, xid8, integer, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.read_log(after_epoch smallint, after_txid xid8, after_seq integer, amount integer) RETURNS TABLE(checkpoint text, stream text, revision integer, event_id uuid, type text, schema_version smallint, data json, meta json, occurred_at text)
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
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


--
-- Name: read_stream(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.read_stream(wanted text) RETURNS TABLE(checkpoint text, stream text, revision integer, event_id uuid, type text, schema_version smallint, data json, meta json, occurred_at text)
    LANGUAGE sql STABLE
    AS $$
  SELECT e.epoch || '.' || e.txid::text || '.' || e.seq, e.stream, e.revision, e.event_id, e.type,
         e.schema_version, e.data, e.meta, iso_time(e.occurred_at)
  FROM events e WHERE e.stream = wanted ORDER BY e.revision
$$;


--
-- Name: application_ids; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.application_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: article_ids; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.article_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: commands; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.commands (
    command_id uuid NOT NULL,
    fingerprint text NOT NULL,
    answer json,
    checkpoint text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: document_updates; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.document_updates (
    room text NOT NULL,
    seq bigint NOT NULL,
    generation bigint NOT NULL,
    bytes bytea NOT NULL,
    actor uuid,
    at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: documents; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.documents (
    room text NOT NULL,
    generation bigint DEFAULT '-1'::integer NOT NULL,
    last_seq bigint DEFAULT 0 NOT NULL,
    size integer DEFAULT 0 NOT NULL,
    fresh_size integer DEFAULT 0 NOT NULL,
    fresh_updates integer DEFAULT 0 NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: entry_guesses; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.entry_guesses (
    guess_id bigint NOT NULL,
    team_id bigint NOT NULL,
    member_id uuid NOT NULL,
    guessed_at timestamp with time zone NOT NULL
);


--
-- Name: entry_guesses_guess_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.entry_guesses ALTER COLUMN guess_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.entry_guesses_guess_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    epoch smallint NOT NULL,
    txid xid8 NOT NULL,
    seq integer NOT NULL,
    stream text NOT NULL,
    revision integer NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    schema_version smallint NOT NULL,
    data json NOT NULL,
    meta json NOT NULL,
    occurred_at timestamp with time zone NOT NULL
);


--
-- Name: identity_account; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_account (
    provider text NOT NULL,
    subject_digest bytea NOT NULL,
    member_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: image_owners; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.image_owners (
    digest text NOT NULL,
    owner text NOT NULL
);


--
-- Name: images; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.images (
    digest text NOT NULL,
    type text NOT NULL,
    bytes bytea NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.images ALTER COLUMN bytes SET STORAGE EXTERNAL;


--
-- Name: log_epoch; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.log_epoch (
    only_row boolean DEFAULT true NOT NULL,
    epoch smallint NOT NULL,
    CONSTRAINT log_epoch_only_row_check CHECK (only_row)
);


--
-- Name: member_card; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.member_card (
    uuid uuid NOT NULL,
    name text COLLATE pg_catalog."C",
    explain text COLLATE pg_catalog."C",
    image_url text COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: member_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.member_keys (
    member uuid NOT NULL,
    wrapped bytea NOT NULL
);


--
-- Name: migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.migrations (
    name text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: my_applications; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.my_applications (
    application_id bigint NOT NULL,
    recruitment_id bigint NOT NULL,
    applicant_id uuid NOT NULL,
    body text COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    applied_at timestamp with time zone NOT NULL,
    applied_position text NOT NULL COLLATE pg_catalog."C",
    changed_at timestamp with time zone NOT NULL,
    changed_position text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: my_articles; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.my_articles (
    member_id uuid NOT NULL,
    article_id bigint NOT NULL,
    team_id bigint NOT NULL,
    "position" text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: my_teams; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.my_teams (
    team_id bigint NOT NULL,
    member_id uuid NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    joined_at timestamp with time zone NOT NULL,
    joined_position text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: reactors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reactors (
    name text NOT NULL,
    checkpoint text NOT NULL,
    wrote text NOT NULL
);


--
-- Name: read_model_builds; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.read_model_builds (
    name text NOT NULL,
    version integer NOT NULL,
    builder uuid NOT NULL,
    checkpoint text NOT NULL,
    events bigint DEFAULT 0 NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: read_model_checkpoints; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.read_model_checkpoints (
    name text NOT NULL,
    version integer NOT NULL,
    checkpoint text NOT NULL,
    events bigint DEFAULT 0 NOT NULL,
    state text DEFAULT 'catching-up'::text NOT NULL,
    stopped_event text,
    stopped_reason text,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT read_model_checkpoints_state_check CHECK ((state = ANY (ARRAY['running'::text, 'catching-up'::text, 'stopped'::text])))
);


--
-- Name: read_model_lease; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.read_model_lease (
    id integer NOT NULL,
    owner text NOT NULL,
    fence bigint NOT NULL,
    until timestamp with time zone NOT NULL,
    CONSTRAINT read_model_lease_id_check CHECK ((id = 1))
);


--
-- Name: recruitment_board; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.recruitment_board (
    recruitment_id bigint NOT NULL,
    author_id uuid NOT NULL,
    is_recruiting boolean NOT NULL,
    is_shown boolean NOT NULL,
    "position" text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: recruitment_detail; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.recruitment_detail (
    recruitment_id bigint NOT NULL,
    author_id uuid NOT NULL,
    team_id bigint,
    title text COLLATE pg_catalog."C",
    body text COLLATE pg_catalog."C",
    contact text COLLATE pg_catalog."C",
    image_url text COLLATE pg_catalog."C",
    is_recruiting boolean NOT NULL,
    revision integer NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: recruitment_ids; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.recruitment_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: refresh_family; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.refresh_family (
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    revoked_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: refresh_token; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.refresh_token (
    digest bytea NOT NULL,
    family_id uuid NOT NULL,
    used_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: role_history; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.role_history (
    entry_id uuid NOT NULL,
    team_id bigint NOT NULL,
    "position" text NOT NULL COLLATE pg_catalog."C",
    occurred_at timestamp with time zone NOT NULL,
    action text NOT NULL COLLATE pg_catalog."C",
    actor_id uuid,
    target_id uuid NOT NULL,
    before text COLLATE pg_catalog."C",
    after text COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C"
);


--
-- Name: streams; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streams (
    stream text NOT NULL,
    revision integer NOT NULL
);


--
-- Name: team_articles; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.team_articles (
    article_id bigint NOT NULL,
    team_id bigint NOT NULL,
    author_id uuid NOT NULL,
    date date NOT NULL,
    title text COLLATE pg_catalog."C",
    body text COLLATE pg_catalog."C",
    image_url text COLLATE pg_catalog."C",
    revision integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    "position" text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: team_calendar; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.team_calendar (
    team_id bigint NOT NULL,
    date date NOT NULL,
    article_id bigint NOT NULL,
    category text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL COLLATE pg_catalog."C",
    image_url text COLLATE pg_catalog."C",
    author_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revision integer NOT NULL
);


--
-- Name: team_directory; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.team_directory (
    team_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    search_name text NOT NULL COLLATE pg_catalog."C",
    member_count integer NOT NULL,
    created_position text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: team_ids; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.team_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: team_members; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.team_members (
    team_id bigint NOT NULL,
    member_id uuid NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    joined_at timestamp with time zone NOT NULL,
    joined_position text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: team_page; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.team_page (
    team_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    explain text NOT NULL COLLATE pg_catalog."C",
    topic text NOT NULL COLLATE pg_catalog."C",
    member_limit integer NOT NULL,
    image_url text COLLATE pg_catalog."C",
    announcement text NOT NULL COLLATE pg_catalog."C",
    entry_password text NOT NULL COLLATE pg_catalog."C",
    recruitment_id bigint,
    revision integer NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Data for Name: commands; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.commands VALUES
	('09d98ae4-107a-5ec3-b5fb-ac6bed06c944', 'sign-up', '"v1.0Vw11sELAYXK34eRDGa5MmTjgZx9HXuXxbnvAkb0SNE"', '1.912.1', '2026-11-21 21:33:35.533419+00'),
	('14b9c2c2-fa81-4236-9b3a-ac9b587f4cf2', 'gUUBmOX4xsoo3PGGfyiY1enYGAzLRRqCQkoVtEoy6O4', '"v1.DOLKWDShIQgP_kaCIB38Ry5k1zRbo0fZF2FY5qCCR32UHEYJ3qh9utyifZliTk5J0Tv3kYBHG9FwPaQah1pYCiy7LMt7f3DU76kL1EDu0ifpRtdu"', '1.925.1', '2026-11-21 21:33:36.385447+00'),
	('22dc98ed-88cc-57ee-a9bb-9eae3473ef1d', 'sign-up', '"v1.lHuz931zcuKHJLLh8IP6GGL3DNBbiwAhYngGkICfWmI"', '1.930.1', '2026-11-21 21:33:36.964171+00'),
	('e5182211-2e2c-4005-8273-2ad879696b43', 'vuGZlJgwc2hVxadasDGFWUEqxR0scBJMrLuOh6cv-AM', '"v1.7S8L3IQBE6qHMloUpygHv1e50gcVOxAMN2_b4MxC5hcmP7thUz6DjIvCzKm5q9ajPua5lb36snc0xyxe-VckRFewmO1NIj6TC3Z0AfXuQk8i3xop"', '1.943.1', '2026-11-21 21:33:37.457396+00'),
	('2bdefa7a-0131-52e6-8845-66b9426712d2', 'sign-up', '"v1.PrPnkDPZwmRXjW-2vJXmBxlsLGBm4mB_S_U63Fh_faU"', '1.949.1', '2026-11-21 21:33:38.418453+00'),
	('0a6c6c49-03b9-412e-b545-6a8331afef11', 'hMb860vlVdPFFjdmywoahpJaIhz2ybenjF9YUOt1QS0', '"v1.i073XlnCp4xVZ4tMLCdarL_uwgLEeUBrcTmulkg2Uh6y5gSMPO50gMRJt8L8inIbQs_pX0-KYvjBdl8b2RF9MXbwE3v53b-1ZJRgPDd4ksC51cPw"', '1.961.1', '2026-11-21 21:33:38.621737+00'),
	('b7bb5fa0-e10b-468f-a112-6e862f66dfe3', 'SYMHCm6B9wFePPQ5RFxfmbWgNGrLEj2LKZz_EUgtSUg', '"v1.sEVo2YI9XLOvBCZqDeYB1ShWbYTZ5vi9O18mKp3IkS4SS12hrU0GIHoMraAC_WC8oA"', '1.982.1', '2026-11-21 21:33:39.20716+00'),
	('309f0047-15a3-4098-ba74-b45118005d89', 'hjQr3PxiVxpEdXzv5DDVjB3C5YdBTKosjW2WKoNmceU', '"v1.coO04_Donk7ngu0mT-njUW7ixNv1csFj9CfszyqirFuu60CKerkya_gbIjdbDzBFMQ"', '1.993.1', '2026-11-21 21:33:40.853143+00'),
	('83bd942f-5f21-4a62-b667-7c31d9384ce2', 'hjQr3PxiVxpEdXzv5DDVjB3C5YdBTKosjW2WKoNmceU', '"v1.voEksQPxHGc5fJCyB9Zcc-GSsQ5ttc6oH_cZjhdo2ZfcYxSFOq1B4G_ENJcc9iHMFw"', '1.999.1', '2026-11-21 21:33:41.873988+00'),
	('fa21c5e1-b3f6-4d70-bcd6-de99234e0788', 'On9UTA6aS6xr9LCd-O467YaCu_rIWedKbBQMrE2R9ZU', '"v1.OZpf6zzqTT2E34AlSKLXV6ngSNvVmQ6PQMEmogGE7gwviuop-jxplZggXKjYZq5TLuOirw"', '1.1011.1', '2026-11-21 21:33:42.144615+00'),
	('061fe253-b08d-438e-ad50-d411249085b1', '66AAhfE6R7Z1ACQgbWaM9ABoDQIaXvYuBXIHd_LaREI', '"v1.y0XXkuw1rvdYBTYo6mf2__EgJHYEIXizR-9mKlzil9SBm51qURLw9DlgDq-zfKCBt37zNg"', '1.1014.1', '2026-11-21 21:33:42.400794+00'),
	('596e831f-7fad-4dc5-833d-e79e207fc2d8', 'tAgblHdkB1M1dU3YRW6KP_5Pp3J0S4x0SYTWXwxNWsg', '"v1.m0-ZPX4cumrsYWP0BTxAw3CjAUdZab8xTDK5ah_YC6xG-W2CsZZXzTWTBrFSLsD8xOUk4g"', '1.1025.1', '2026-11-21 21:33:42.682335+00'),
	('44637807-a9ab-45b7-a592-c311fec3910e', '2oH8_XuJnetk3_jD-fB7DOVxYrUj2YlZzWvfz8hBXts', '"v1.hmmNBYErBv6WJ-zOAOV8HMxPOUQ6V-MNLV5Z0n7xCmsiCuZlMkzAn7kLhEh-p9ekEXzFoE5E6Njhc_o5-5dMwmMLxK0oY_r5gPb2sENVuQ"', '1.1044.1', '2026-11-21 21:33:42.919753+00'),
	('c96a8d4e-5e59-4cf0-ac77-5c66539f2807', 'eBmTUGBFfx8V-sJCPG_spYd6q-H9e_sK7LRSSL2ckSQ', '"v1.C79axs5zxQeqJ_eEJashzVGn1Pthfh9qV-iMZ4z2ouZ-Hj4PDvkaBl8ufoEFjKXO_-k4Y87X1gs"', '1.1048.1', '2026-11-21 21:33:43.185563+00'),
	('65bee49f-957c-4895-bbcb-d7122d91d7a8', 'q-EcAgB9ETR8p6Y4D262Rc0foK59dcCOEn9vVVmtSFM', '"v1.ZMS44fKRsWRhi8kSL3xJOvkVF979mGiaVNZ2L8AIZPNWbr-7dyjrZsg"', '1.1051.1', '2026-11-21 21:33:43.440823+00'),
	('3d1a8ad4-e986-5a1f-a013-df8edf708707', 'team-withdrawal 1 3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2', '"v1.3a4U2b7zR_PJqYkRSua0DFlaGYZ1Cq3OOIuz9PezDyI9Y_a4bMAF9uY"', '1.1062.1', '2026-11-21 21:33:43.984056+00');


--
-- Data for Name: document_updates; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: documents; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.documents VALUES
	('subject/1/2026-11-22', 0, 0, 0, 0, 0, '2026-11-21 21:33:43.886963+00');


--
-- Data for Name: entry_guesses; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events VALUES
	(1, '912', 1, 'member-5d94d429-f5c0-4faa-8ff7-d278734f20c7', 0, '9e8cfabf-1a33-54af-9006-a0317a4dd5d5', 'MemberSignedUp', 1, '{"memberId":"5d94d429-f5c0-4faa-8ff7-d278734f20c7","personal":{"of":"5d94d429-f5c0-4faa-8ff7-d278734f20c7","fields":["providerId"],"sealed":"vSE3tjT0.tkctmnXp2GpKHbt_BHZz9EllDkODsM0DSn3UiNQe0_7FwdB922ciZL0zfUQl2EzbmmQGShDKMvy5PlJ_NqanP2yea__Wz2aH_aE81wKo_kjI"}}', '{"commandId":"09d98ae4-107a-5ec3-b5fb-ac6bed06c944","causationId":"09d98ae4-107a-5ec3-b5fb-ac6bed06c944","correlationId":"09d98ae4-107a-5ec3-b5fb-ac6bed06c944","actor":"5d94d429-f5c0-4faa-8ff7-d278734f20c7"}', '2026-11-21 21:33:35.279+00'),
	(1, '925', 1, 'member-5d94d429-f5c0-4faa-8ff7-d278734f20c7', 1, '284fa15e-80cd-5451-8ab4-a53e7e77d6b3', 'ProfileCompleted', 1, '{"memberId":"5d94d429-f5c0-4faa-8ff7-d278734f20c7","personal":{"of":"5d94d429-f5c0-4faa-8ff7-d278734f20c7","fields":["name","explain","imageUrl"],"sealed":"vSE3tjT0.devrfE9fuvC_BSlHmY8ZlYC2OC6rtDaadj33xNww-dIEK1asCy9TbhK7QDchsg2K7dk1-n2m03Vof4UUqVPUmOUkmMJkgUQPp1vTEZT5A_ce87ZkSzyWGIPT__dbVZVBI_Hz3uVzrHYzH_V3DmbwSZwGnX2eJqliCHdqS8-X0ffLWNWwOXXq1UhgjDjxVMobk43BHqu3_q8vF_y_b8sGtzt4ikeM2v-FjdeJ"}}', '{"commandId":"14b9c2c2-fa81-4236-9b3a-ac9b587f4cf2","correlationId":"1M800ETZ9DV00E5P","causationId":"14b9c2c2-fa81-4236-9b3a-ac9b587f4cf2","actor":"5d94d429-f5c0-4faa-8ff7-d278734f20c7"}', '2026-11-21 21:33:36.316+00'),
	(1, '930', 1, 'member-4d75d893-b98a-48d6-bd92-51c58de57bb1', 0, 'a2070411-5440-5167-a090-8fe119e19e3e', 'MemberSignedUp', 1, '{"memberId":"4d75d893-b98a-48d6-bd92-51c58de57bb1","personal":{"of":"4d75d893-b98a-48d6-bd92-51c58de57bb1","fields":["providerId"],"sealed":"Tjqr_8M_.T_LJ8l78bVeaizjkj3oOSwrZyDj6DPXz4WD5ZceDS8JahCOwvTYm4iQ9_0dC1Zou-KNu4O-bOpwGeuRjzCSYUXNqkhc4U_UI-JhmYyOUMKOB"}}', '{"commandId":"22dc98ed-88cc-57ee-a9bb-9eae3473ef1d","causationId":"22dc98ed-88cc-57ee-a9bb-9eae3473ef1d","correlationId":"22dc98ed-88cc-57ee-a9bb-9eae3473ef1d","actor":"4d75d893-b98a-48d6-bd92-51c58de57bb1"}', '2026-11-21 21:33:36.944+00'),
	(1, '943', 1, 'member-4d75d893-b98a-48d6-bd92-51c58de57bb1', 1, '5a800422-dd5d-5d6f-856d-668351a4ea04', 'ProfileCompleted', 1, '{"memberId":"4d75d893-b98a-48d6-bd92-51c58de57bb1","personal":{"of":"4d75d893-b98a-48d6-bd92-51c58de57bb1","fields":["name","explain","imageUrl"],"sealed":"Tjqr_8M_.kMbTG6GnBiK9lEH3Alyx3G0KrRdkb4K_2265I9Wj_cWKdLYL4DxH0SuFvf7gKNBMxUHHUoKM9GVhAx9nFNiCBsLDGFtfz_GUwPhkdKijkyUz_MhuOEzeE-vP2-hhipw9_Mk2OLSUWKWHiGIThO3nchveKhX7Sq7kd0057MmStgvYiTgKHtRe3zVO8hTqa1ytYIZd-tDe7M4GjQaQ7r2KASwUpzPrZ7i4"}}', '{"commandId":"e5182211-2e2c-4005-8273-2ad879696b43","correlationId":"1M800EW2NC0B2Q12","causationId":"e5182211-2e2c-4005-8273-2ad879696b43","actor":"4d75d893-b98a-48d6-bd92-51c58de57bb1"}', '2026-11-21 21:33:37.413+00'),
	(1, '949', 1, 'member-3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2', 0, '20a55857-3e74-55f7-9446-7ae8bb226b4b', 'MemberSignedUp', 1, '{"memberId":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2","personal":{"of":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2","fields":["providerId"],"sealed":"MgSHbdsH.XylmsCPVPkg0j0V5nnUNeg8GcdAZ8XnzL1371Dz3G9s3IrD5MSNMzGagnGAbjziMWjAXorOw3UrwkCAsWSIOxbyCTD_M24us-eRYK2nKDIwI"}}', '{"commandId":"2bdefa7a-0131-52e6-8845-66b9426712d2","causationId":"2bdefa7a-0131-52e6-8845-66b9426712d2","correlationId":"2bdefa7a-0131-52e6-8845-66b9426712d2","actor":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2"}', '2026-11-21 21:33:38.265+00'),
	(1, '961', 1, 'member-3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2', 1, '3e5f377f-e6c7-5151-85a5-7b5033a7ad7a', 'ProfileCompleted', 1, '{"memberId":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2","personal":{"of":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2","fields":["name","explain","imageUrl"],"sealed":"MgSHbdsH.Ws0kHYCjIGz3EoJES1QdMVo3SyyVwpSOPZfDgVYXtDOnkHCcEAIOIPGxiAA2n9y0CiE1PnUjO1WSoHBBqDJh1BIA3EgxNUBf0_kgGxItv6lVQoqLjjOdXgo7tXZ5qTZFCQidFCk9KDhz0QFATG_876nEET3M7wQwN_ePXAnVUtKXpYlVAJKor0Y9cFMUDBq0wBXdnTGhVmw3eLN8_6k_EV8ksGqdzSaF"}}', '{"commandId":"0a6c6c49-03b9-412e-b545-6a8331afef11","correlationId":"1M800EXCDQZH0X3D","causationId":"0a6c6c49-03b9-412e-b545-6a8331afef11","actor":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2"}', '2026-11-21 21:33:38.604+00'),
	(1, '982', 1, 'team-1', 0, '305c412e-de5f-55aa-af12-d6719041d918', 'TeamCreated', 1, '{"teamId":1,"name":"아침반","explain":"7시에 시작해요","topic":"코딩테스트","memberLimit":10,"imageUrl":null,"revision":1,"entryPassword":"v1.3BBJHP2wFZwLc9rbOFNKd-_QIhiX4kL7NPyPYVtAeT0","creatorId":"5d94d429-f5c0-4faa-8ff7-d278734f20c7","recruitmentId":null}', '{"commandId":"b7bb5fa0-e10b-468f-a112-6e862f66dfe3","correlationId":"1M800EXWS79SBWBT","causationId":"b7bb5fa0-e10b-468f-a112-6e862f66dfe3","actor":"5d94d429-f5c0-4faa-8ff7-d278734f20c7"}', '2026-11-21 21:33:39.129+00'),
	(1, '993', 1, 'team-1', 1, 'c8f07b46-0a33-5743-a045-94f8380ab217', 'MemberJoined', 1, '{"teamId":1,"memberId":"4d75d893-b98a-48d6-bd92-51c58de57bb1"}', '{"commandId":"309f0047-15a3-4098-ba74-b45118005d89","correlationId":"1M800EZ6MNQBT731","causationId":"309f0047-15a3-4098-ba74-b45118005d89","actor":"4d75d893-b98a-48d6-bd92-51c58de57bb1"}', '2026-11-21 21:33:40.506+00'),
	(1, '999', 1, 'team-1', 2, 'cdccf3ae-0e9c-5812-9c02-9961a54b3087', 'MemberJoined', 1, '{"teamId":1,"memberId":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2"}', '{"commandId":"83bd942f-5f21-4a62-b667-7c31d9384ce2","correlationId":"1M800F0HQQKJBKNT","causationId":"83bd942f-5f21-4a62-b667-7c31d9384ce2","actor":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2"}', '2026-11-21 21:33:41.835+00'),
	(1, '1011', 1, 'article-1', 0, '6be5eafb-c769-5cd9-8c5a-166d0d06325e', 'ArticlePosted', 1, '{"articleId":1,"teamId":1,"authorId":"5d94d429-f5c0-4faa-8ff7-d278734f20c7","date":"2026-11-22","revision":1,"personal":{"of":"5d94d429-f5c0-4faa-8ff7-d278734f20c7","fields":["title","body","imageUrl"],"sealed":"vSE3tjT0.A7aX9LiACYwYouM5OtGNhO0Yi0rOvf7nNEiHNtaCAHxFxNYHK8v3yiIl0zvM3ap9aSF6cL57wtkWjTQRQ3ZvI0AW_Xsa413q5NuFcY4mTTlFAbDcJORgQQbUpWGoaT5WnLqkNMa3U3LM"}}', '{"commandId":"fa21c5e1-b3f6-4d70-bcd6-de99234e0788","correlationId":"1M800F0SG41ZCH78","causationId":"fa21c5e1-b3f6-4d70-bcd6-de99234e0788","actor":"5d94d429-f5c0-4faa-8ff7-d278734f20c7"}', '2026-11-21 21:33:42.095+00'),
	(1, '1014', 1, 'article-2', 0, '13404c38-170a-5372-b393-7b6760469790', 'ArticlePosted', 1, '{"articleId":2,"teamId":1,"authorId":"4d75d893-b98a-48d6-bd92-51c58de57bb1","date":"2026-11-22","revision":1,"personal":{"of":"4d75d893-b98a-48d6-bd92-51c58de57bb1","fields":["title","body","imageUrl"],"sealed":"Tjqr_8M_.wbj1o9kDp6_rtp7gWvJ3yQ6gnU2-3ytRjH27SJJMDXr1rt3IzxXFyDhofHp7Txd83sIDByXhW7rNLPXxoasRegwrmwXkslVjQpXHL3UzMO1Dd3y6QswBejz18gqo2A4N1GPnD_uv"}}', '{"commandId":"061fe253-b08d-438e-ad50-d411249085b1","correlationId":"1M800F126FQTNJ9P","causationId":"061fe253-b08d-438e-ad50-d411249085b1","actor":"4d75d893-b98a-48d6-bd92-51c58de57bb1"}', '2026-11-21 21:33:42.381+00'),
	(1, '1025', 1, 'article-3', 0, '95bea888-856d-5ed5-84f6-8996099cacde', 'ArticlePosted', 1, '{"articleId":3,"teamId":1,"authorId":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2","date":"2026-11-22","revision":1,"personal":{"of":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2","fields":["title","body","imageUrl"],"sealed":"MgSHbdsH.YoMk3XZUgJVkt36GD366FU86ER5lQ7-ptOC-ChxDZw6kh9iVkqSqL4xVSpIUYjQrgFzXKcdW4ChnhJTIxAUOL1B6B4CDGPk3cZGCqRzIG-SoOtumD-IP93hdPxs2k_9fsFzTA0QS"}}', '{"commandId":"596e831f-7fad-4dc5-833d-e79e207fc2d8","correlationId":"1M800F19XFX78N3M","causationId":"596e831f-7fad-4dc5-833d-e79e207fc2d8","actor":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2"}', '2026-11-21 21:33:42.606+00'),
	(1, '1044', 1, 'subject-1_2026-11-22', 0, '739b772b-bcb4-5f2a-b513-0a0c67fd89d6', 'SubjectPosted', 1, '{"articleId":4,"teamId":1,"date":"2026-11-22","category":"코딩 테스트","title":"오늘의 문제","body":"<p>1번</p>","imageUrl":null,"revision":1,"authorId":"5d94d429-f5c0-4faa-8ff7-d278734f20c7"}', '{"commandId":"44637807-a9ab-45b7-a592-c311fec3910e","correlationId":"1M800F1HS7Z50HMA","causationId":"44637807-a9ab-45b7-a592-c311fec3910e","actor":"5d94d429-f5c0-4faa-8ff7-d278734f20c7"}', '2026-11-21 21:33:42.896+00'),
	(1, '1048', 1, 'recruitment-1', 0, '3565e8b2-1a84-533b-90b6-914b0f4fd20a', 'RecruitmentPosted', 1, '{"recruitmentId":1,"authorId":"5d94d429-f5c0-4faa-8ff7-d278734f20c7","revision":1,"teamId":null,"personal":{"of":"5d94d429-f5c0-4faa-8ff7-d278734f20c7","fields":["title","body","contact","imageUrl"],"sealed":"vSE3tjT0.a6oiWoI1Sn6EYsWPsUrvtrVVi5ZuGUe5uR2jZBHkUtm0aJ3_bQ-ogTjA0U3E-qIkyRp7UGt5wbApRLtkM8f_C3OAhpY1KOI_Mp2fRoja8cJ7jdjlT7ESDORWE-dcFVNvHajw25CN7VdTE-wZI9tkBUJePsDDxxx5-Jcs3by3GmdHYw"}}', '{"commandId":"c96a8d4e-5e59-4cf0-ac77-5c66539f2807","correlationId":"1M800F1S2MQBSMDA","causationId":"c96a8d4e-5e59-4cf0-ac77-5c66539f2807","actor":"5d94d429-f5c0-4faa-8ff7-d278734f20c7"}', '2026-11-21 21:33:43.13+00'),
	(1, '1051', 1, 'member-3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2', 2, '12f7acd3-325c-5a39-8b01-2c761550ddf5', 'MemberWithdrawn', 1, '{"memberId":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2"}', '{"commandId":"65bee49f-957c-4895-bbcb-d7122d91d7a8","correlationId":"1M800F22XGG9JXBD","causationId":"65bee49f-957c-4895-bbcb-d7122d91d7a8","actor":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2"}', '2026-11-21 21:33:43.424+00'),
	(1, '1062', 1, 'team-1', 3, 'a480a237-eccd-547b-93ed-6c34b50ac447', 'MemberLeft', 1, '{"teamId":1,"memberId":"3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2","role":"MEMBER","withdrawn":true}', '{"commandId":"3d1a8ad4-e986-5a1f-a013-df8edf708707","correlationId":"1M800F22XGG9JXBD","causationId":"12f7acd3-325c-5a39-8b01-2c761550ddf5","actor":"system"}', '2026-11-21 21:33:43.424+00');


--
-- Data for Name: identity_account; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_account VALUES
	('development', '\x74c560fa931690eaad062815619eea84ac47536f94bddd98da138c577f4c86eb', '5d94d429-f5c0-4faa-8ff7-d278734f20c7', '2026-11-21 21:33:35.226794+00'),
	('development', '\x056ff0932af5823dd73e15c89198704a841cf81cd64b60bc99540553d6a8d9bd', '4d75d893-b98a-48d6-bd92-51c58de57bb1', '2026-11-21 21:33:36.931703+00');


--
-- Data for Name: image_owners; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.image_owners VALUES
	('eee51c7f966953ffb47561758f8e19a7623d60fef44c1d4d9abd991a2092875e', 'member:5d94d429-f5c0-4faa-8ff7-d278734f20c7'),
	('eee51c7f966953ffb47561758f8e19a7623d60fef44c1d4d9abd991a2092875e', 'member:4d75d893-b98a-48d6-bd92-51c58de57bb1');


--
-- Data for Name: images; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.images VALUES
	('eee51c7f966953ffb47561758f8e19a7623d60fef44c1d4d9abd991a2092875e', 'image/jpeg', '\xffd8ffdb0043000403030303020403030304040405060a06060505060c0809070a0e0c0f0e0e0c0d0d0f1116130f1015110d0d131a131517181919190f121b1d1b181d16181918ffdb0043010404040605060b06060b18100d101818181818181818181818181818181818181818181818181818181818181818181818181818181818181818181818181818ffc00011080018001803012200021101031101ffc4001500010100000000000000000000000000000002ffc40014100100000000000000000000000000000000ffc400160101010100000000000000000000000000000508ffc40014110100000000000000000000000000000000ffda000c03010002110311003f00a01a210c000000001fffd9', '2026-11-21 21:33:38.611248+00');


--
-- Data for Name: log_epoch; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.log_epoch VALUES
	(true, 1);


--
-- Data for Name: member_card; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.member_card VALUES
	('5d94d429-f5c0-4faa-8ff7-d278734f20c7', '도토리', '매일 한 문제', '/images/ee/eee51c7f966953ffb47561758f8e19a7623d60fef44c1d4d9abd991a2092875e.jpg', 'complete'),
	('4d75d893-b98a-48d6-bd92-51c58de57bb1', '밤톨', '매일 한 문제', '/images/ee/eee51c7f966953ffb47561758f8e19a7623d60fef44c1d4d9abd991a2092875e.jpg', 'complete'),
	('3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2', NULL, NULL, NULL, 'withdrawn');


--
-- Data for Name: member_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.member_keys VALUES
	('5d94d429-f5c0-4faa-8ff7-d278734f20c7', '\x29b50e173176aa520d3a66f08085f6c1412819d13fe0d1239be30fb81b0c74b8d456ac87a42b4962515f1812f8efe7f9c61ad816b93b6ba38fce9562'),
	('4d75d893-b98a-48d6-bd92-51c58de57bb1', '\x2d5057f2ed5d2d8f5fcf067438aa9a54087d594ff837bfbe426862f7754a995b1fdccb9a33396f8053a29386e684e34fcce4fdb369f57c381e5ef35e');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.migrations VALUES
	('event-store-1', '2026-11-21 21:33:27.972656+00'),
	('member-keys-1', '2026-11-21 21:33:28.248844+00'),
	('ids-1', '2026-11-21 21:33:28.540951+00'),
	('identity-1-accounts', '2026-11-21 21:33:28.565184+00'),
	('identity-2-refresh-families', '2026-11-21 21:33:28.600949+00'),
	('images-1', '2026-11-21 21:33:28.624334+00'),
	('team-001-entry-guesses', '2026-11-21 21:33:28.651947+00'),
	('reactors-1', '2026-11-21 21:33:28.657248+00'),
	('documents-1', '2026-11-21 21:33:28.661049+00'),
	('read-models-1', '2026-11-21 21:33:28.672037+00');


--
-- Data for Name: my_applications; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: my_articles; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.my_articles VALUES
	('5d94d429-f5c0-4faa-8ff7-d278734f20c7', 1, 1, '00000000000000000001.00000000000000001011.00000000000000000001-000'),
	('4d75d893-b98a-48d6-bd92-51c58de57bb1', 2, 1, '00000000000000000001.00000000000000001014.00000000000000000001-000');


--
-- Data for Name: my_teams; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.my_teams VALUES
	(1, '5d94d429-f5c0-4faa-8ff7-d278734f20c7', 'MANAGER', '2026-11-21 21:33:39.129+00', '00000000000000000001.00000000000000000982.00000000000000000001-000'),
	(1, '4d75d893-b98a-48d6-bd92-51c58de57bb1', 'MEMBER', '2026-11-21 21:33:40.506+00', '00000000000000000001.00000000000000000993.00000000000000000001-000');


--
-- Data for Name: reactors; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reactors VALUES
	('recruitment-settlement', '1.1062.1', '0.0.0'),
	('documents-of-problems', '1.1062.1', '0.0.0'),
	('drafts-of-the-withdrawn', '1.1062.1', '0.0.0'),
	('team-withdrawal', '1.1062.1', '1.1062.1'),
	('member-withdrawal', '1.1062.1', '0.0.0'),
	('recruitment-withdrawal', '1.1062.1', '0.0.0'),
	('documents-of-teams', '1.1062.1', '0.0.0'),
	('team-pictures', '1.1062.1', '0.0.0');


--
-- Data for Name: read_model_builds; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: read_model_checkpoints; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.read_model_checkpoints VALUES
	('member-card', 1, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.16539+00'),
	('team-directory', 1, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.165433+00'),
	('team-page', 2, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.165436+00'),
	('team-members', 1, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.165437+00'),
	('my-teams', 1, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.165438+00'),
	('team-calendar', 1, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.16544+00'),
	('team-articles', 1, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.165441+00'),
	('my-articles', 1, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.165442+00'),
	('role-history', 1, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.165444+00'),
	('recruitment-board', 1, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.165445+00'),
	('recruitment-detail', 2, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.165446+00'),
	('my-applications', 1, '1.1062.1', 16, 'running', NULL, NULL, '2026-11-21 21:33:44.165447+00');


--
-- Data for Name: read_model_lease; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.read_model_lease VALUES
	(1, '4c009209-8ef8-436a-a4b8-5103ed33db0a', 1, '-infinity');


--
-- Data for Name: recruitment_board; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.recruitment_board VALUES
	(1, '5d94d429-f5c0-4faa-8ff7-d278734f20c7', true, true, '00000000000000000001.00000000000000001048.00000000000000000001-000');


--
-- Data for Name: recruitment_detail; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.recruitment_detail VALUES
	(1, '5d94d429-f5c0-4faa-8ff7-d278734f20c7', NULL, '같이 풀어요', '<p>저녁</p>', 'https://open.example/x', NULL, true, 1, '2026-11-21 21:33:43.13+00');


--
-- Data for Name: refresh_family; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.refresh_family VALUES
	('978a5647-5385-45cb-a87c-e33210afa101', '5d94d429-f5c0-4faa-8ff7-d278734f20c7', NULL, '2026-11-22 21:33:35.647+00'),
	('222b3bb7-9850-4137-b40d-f80d22eea486', '4d75d893-b98a-48d6-bd92-51c58de57bb1', NULL, '2026-11-22 21:33:37.021+00'),
	('bf2b11a0-7451-4b58-b058-4288bc7ed4c8', '3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2', '2026-11-21 21:33:43.873+00', '2026-11-22 21:33:38.46+00');


--
-- Data for Name: refresh_token; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.refresh_token VALUES
	('\xe75f8e9277d7993a4d3049f00f4152044ff66991edfbe0ae7b3b5754e05d69c8', '978a5647-5385-45cb-a87c-e33210afa101', NULL, '2026-11-22 21:33:35.647+00'),
	('\xb1013dbcff447dc3acc8d6ad60e787069e7eb230f40e8e0aa5f9be823ae2c41c', '222b3bb7-9850-4137-b40d-f80d22eea486', NULL, '2026-11-22 21:33:37.021+00'),
	('\xd2dd68e7ad4a2a037d12be47c79b6f3f67afa944b0065bf28d34487849e2adda', 'bf2b11a0-7451-4b58-b058-4288bc7ed4c8', NULL, '2026-11-22 21:33:38.46+00');


--
-- Data for Name: role_history; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.role_history VALUES
	('53683291-4ba9-565d-a832-c20c2c5841b2', 1, '00000000000000000001.00000000000000000982.00000000000000000001-000', '2026-11-21 21:33:39.129+00', 'CREATED', '5d94d429-f5c0-4faa-8ff7-d278734f20c7', '5d94d429-f5c0-4faa-8ff7-d278734f20c7', NULL, 'MANAGER', NULL),
	('ba47dd01-aeed-5b76-9a6d-1e97834c76f7', 1, '00000000000000000001.00000000000000000993.00000000000000000001-000', '2026-11-21 21:33:40.506+00', 'JOINED', '4d75d893-b98a-48d6-bd92-51c58de57bb1', '4d75d893-b98a-48d6-bd92-51c58de57bb1', NULL, 'MEMBER', NULL),
	('41aecdda-f2cb-55e1-93e9-25e5b158e557', 1, '00000000000000000001.00000000000000000999.00000000000000000001-000', '2026-11-21 21:33:41.835+00', 'JOINED', '3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2', '3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2', NULL, 'MEMBER', NULL),
	('3b63a2b5-1110-5ca2-ad94-1b4a28cc448f', 1, '00000000000000000001.00000000000000001062.00000000000000000001-000', '2026-11-21 21:33:43.424+00', 'WITHDRAWN', '3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2', '3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2', 'MEMBER', NULL, NULL);


--
-- Data for Name: streams; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.streams VALUES
	('member-5d94d429-f5c0-4faa-8ff7-d278734f20c7', 1),
	('member-4d75d893-b98a-48d6-bd92-51c58de57bb1', 1),
	('article-1', 0),
	('article-2', 0),
	('article-3', 0),
	('subject-1_2026-11-22', 0),
	('recruitment-1', 0),
	('member-3b0e4f8c-a6d4-4bf1-80e5-13cd6f0b69f2', 2),
	('team-1', 3);


--
-- Data for Name: team_articles; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.team_articles VALUES
	(1, 1, '5d94d429-f5c0-4faa-8ff7-d278734f20c7', '2026-11-22', '도토리의 풀이', '<p>병합 정렬</p>', NULL, 1, '2026-11-21 21:33:42.095+00', '00000000000000000001.00000000000000001011.00000000000000000001-000'),
	(2, 1, '4d75d893-b98a-48d6-bd92-51c58de57bb1', '2026-11-22', '밤톨의 풀이', '<p>병합 정렬</p>', NULL, 1, '2026-11-21 21:33:42.381+00', '00000000000000000001.00000000000000001014.00000000000000000001-000');


--
-- Data for Name: team_calendar; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.team_calendar VALUES
	(1, '2026-11-22', 4, '코딩 테스트', '오늘의 문제', '<p>1번</p>', NULL, '5d94d429-f5c0-4faa-8ff7-d278734f20c7', '2026-11-21 21:33:42.896+00', 1);


--
-- Data for Name: team_directory; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.team_directory VALUES
	(1, '아침반', '아침반', 2, '00000000000000000001.00000000000000000982.00000000000000000001-000');


--
-- Data for Name: team_members; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.team_members VALUES
	(1, '5d94d429-f5c0-4faa-8ff7-d278734f20c7', 'MANAGER', '2026-11-21 21:33:39.129+00', '00000000000000000001.00000000000000000982.00000000000000000001-000'),
	(1, '4d75d893-b98a-48d6-bd92-51c58de57bb1', 'MEMBER', '2026-11-21 21:33:40.506+00', '00000000000000000001.00000000000000000993.00000000000000000001-000');


--
-- Data for Name: team_page; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.team_page VALUES
	(1, '아침반', '7시에 시작해요', '코딩테스트', 10, NULL, '', 'v1.3BBJHP2wFZwLc9rbOFNKd-_QIhiX4kL7NPyPYVtAeT0', NULL, 1, '2026-11-21 21:33:39.129+00');


--
-- Name: application_ids; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.application_ids', 1, false);


--
-- Name: article_ids; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.article_ids', 4, true);


--
-- Name: entry_guesses_guess_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.entry_guesses_guess_id_seq', 1, false);


--
-- Name: recruitment_ids; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.recruitment_ids', 1, true);


--
-- Name: team_ids; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.team_ids', 1, true);


--
-- Name: commands commands_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.commands
    ADD CONSTRAINT commands_pkey PRIMARY KEY (command_id);


--
-- Name: document_updates document_updates_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_updates
    ADD CONSTRAINT document_updates_pkey PRIMARY KEY (room, seq);


--
-- Name: documents documents_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (room);


--
-- Name: entry_guesses entry_guesses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.entry_guesses
    ADD CONSTRAINT entry_guesses_pkey PRIMARY KEY (guess_id);


--
-- Name: events events_event_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_event_id_key UNIQUE (event_id);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (epoch, txid, seq);


--
-- Name: events events_stream_revision_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_stream_revision_key UNIQUE (stream, revision);


--
-- Name: identity_account identity_account_member_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_account
    ADD CONSTRAINT identity_account_member_id_key UNIQUE (member_id);


--
-- Name: identity_account identity_account_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_account
    ADD CONSTRAINT identity_account_pkey PRIMARY KEY (provider, subject_digest);


--
-- Name: image_owners image_owners_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.image_owners
    ADD CONSTRAINT image_owners_pkey PRIMARY KEY (digest, owner);


--
-- Name: images images_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_pkey PRIMARY KEY (digest);


--
-- Name: log_epoch log_epoch_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.log_epoch
    ADD CONSTRAINT log_epoch_pkey PRIMARY KEY (only_row);


--
-- Name: member_card member_card_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member_card
    ADD CONSTRAINT member_card_pkey PRIMARY KEY (uuid);


--
-- Name: member_keys member_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member_keys
    ADD CONSTRAINT member_keys_pkey PRIMARY KEY (member);


--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);


--
-- Name: my_applications my_applications_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.my_applications
    ADD CONSTRAINT my_applications_pkey PRIMARY KEY (application_id);


--
-- Name: my_articles my_articles_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.my_articles
    ADD CONSTRAINT my_articles_pkey PRIMARY KEY (member_id, article_id);


--
-- Name: my_teams my_teams_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.my_teams
    ADD CONSTRAINT my_teams_pkey PRIMARY KEY (member_id, team_id);


--
-- Name: reactors reactors_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reactors
    ADD CONSTRAINT reactors_pkey PRIMARY KEY (name);


--
-- Name: read_model_builds read_model_builds_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.read_model_builds
    ADD CONSTRAINT read_model_builds_pkey PRIMARY KEY (name);


--
-- Name: read_model_checkpoints read_model_checkpoints_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.read_model_checkpoints
    ADD CONSTRAINT read_model_checkpoints_pkey PRIMARY KEY (name);


--
-- Name: read_model_lease read_model_lease_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.read_model_lease
    ADD CONSTRAINT read_model_lease_pkey PRIMARY KEY (id);


--
-- Name: recruitment_board recruitment_board_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recruitment_board
    ADD CONSTRAINT recruitment_board_pkey PRIMARY KEY (recruitment_id);


--
-- Name: recruitment_detail recruitment_detail_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recruitment_detail
    ADD CONSTRAINT recruitment_detail_pkey PRIMARY KEY (recruitment_id);


--
-- Name: refresh_family refresh_family_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.refresh_family
    ADD CONSTRAINT refresh_family_pkey PRIMARY KEY (id);


--
-- Name: refresh_token refresh_token_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.refresh_token
    ADD CONSTRAINT refresh_token_pkey PRIMARY KEY (digest);


--
-- Name: role_history role_history_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.role_history
    ADD CONSTRAINT role_history_pkey PRIMARY KEY (entry_id);


--
-- Name: streams streams_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streams
    ADD CONSTRAINT streams_pkey PRIMARY KEY (stream);


--
-- Name: team_articles team_articles_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.team_articles
    ADD CONSTRAINT team_articles_pkey PRIMARY KEY (article_id);


--
-- Name: team_calendar team_calendar_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.team_calendar
    ADD CONSTRAINT team_calendar_pkey PRIMARY KEY (team_id, date);


--
-- Name: team_directory team_directory_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.team_directory
    ADD CONSTRAINT team_directory_pkey PRIMARY KEY (team_id);


--
-- Name: team_members team_members_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_pkey PRIMARY KEY (team_id, member_id);


--
-- Name: team_page team_page_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.team_page
    ADD CONSTRAINT team_page_pkey PRIMARY KEY (team_id);


--
-- Name: commands_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX commands_at ON public.commands USING brin (at);


--
-- Name: documents_room; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX documents_room ON public.documents USING btree (room text_pattern_ops);


--
-- Name: entry_guesses_team_id_guessed_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX entry_guesses_team_id_guessed_at_idx ON public.entry_guesses USING btree (team_id, guessed_at);


--
-- Name: image_owners_by_owner; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX image_owners_by_owner ON public.image_owners USING btree (owner);


--
-- Name: my_applications_applicant_id_changed_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX my_applications_applicant_id_changed_position_idx ON public.my_applications USING btree (applicant_id, changed_position DESC);


--
-- Name: my_applications_recruitment_id_applied_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX my_applications_recruitment_id_applied_position_idx ON public.my_applications USING btree (recruitment_id, applied_position DESC);


--
-- Name: my_articles_member_id_team_id_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX my_articles_member_id_team_id_position_idx ON public.my_articles USING btree (member_id, team_id, "position" DESC);


--
-- Name: my_articles_team_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX my_articles_team_id_idx ON public.my_articles USING btree (team_id);


--
-- Name: my_teams_team_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX my_teams_team_id_idx ON public.my_teams USING btree (team_id);


--
-- Name: recruitment_board_author_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recruitment_board_author_id_idx ON public.recruitment_board USING btree (author_id);


--
-- Name: recruitment_board_is_recruiting_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recruitment_board_is_recruiting_position_idx ON public.recruitment_board USING btree (is_recruiting DESC, "position" DESC);


--
-- Name: recruitment_detail_author_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recruitment_detail_author_id_idx ON public.recruitment_detail USING btree (author_id);


--
-- Name: recruitment_detail_team_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recruitment_detail_team_id_idx ON public.recruitment_detail USING btree (team_id);


--
-- Name: refresh_family_by_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refresh_family_by_expiry ON public.refresh_family USING btree (expires_at);


--
-- Name: refresh_family_by_member; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refresh_family_by_member ON public.refresh_family USING btree (member_id);


--
-- Name: refresh_token_by_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refresh_token_by_expiry ON public.refresh_token USING btree (expires_at);


--
-- Name: refresh_token_by_family; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refresh_token_by_family ON public.refresh_token USING btree (family_id);


--
-- Name: role_history_team_id_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX role_history_team_id_position_idx ON public.role_history USING btree (team_id, "position" DESC);


--
-- Name: team_articles_author_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX team_articles_author_id_idx ON public.team_articles USING btree (author_id);


--
-- Name: team_articles_team_id_date_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX team_articles_team_id_date_position_idx ON public.team_articles USING btree (team_id, date, "position" DESC);


--
-- Name: team_calendar_article_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX team_calendar_article_id_idx ON public.team_calendar USING btree (article_id);


--
-- Name: team_directory_created_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX team_directory_created_position_idx ON public.team_directory USING btree (created_position DESC);


--
-- Name: team_directory_member_count_created_position_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX team_directory_member_count_created_position_idx ON public.team_directory USING btree (member_count DESC, created_position DESC);


--
-- Name: team_page_recruitment_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX team_page_recruitment_id_idx ON public.team_page USING btree (recruitment_id);


--
-- Name: document_updates document_updates_room_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.document_updates
    ADD CONSTRAINT document_updates_room_fkey FOREIGN KEY (room) REFERENCES public.documents(room) ON DELETE CASCADE;


--
-- Name: image_owners image_owners_digest_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.image_owners
    ADD CONSTRAINT image_owners_digest_fkey FOREIGN KEY (digest) REFERENCES public.images(digest);


--
-- Name: refresh_token refresh_token_family_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.refresh_token
    ADD CONSTRAINT refresh_token_family_id_fkey FOREIGN KEY (family_id) REFERENCES public.refresh_family(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


