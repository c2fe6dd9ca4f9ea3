/**
 * State for event stores that cannot write it in the transaction of an append (docs/decisions/eventstoredb.md). A
 * **claim** holds a whole append from before it is sent until its outcome is known, so that any process can finish it.
 */
const claims = `
CREATE TABLE command_claims (
  command_id uuid PRIMARY KEY,
  -- Which try this is: a released claim is made again with the next decision.
  attempt uuid NOT NULL,
  -- {stream, expected, meta, at, forget, events: [{id, type, version, data}]} until settled.
  entry json,
  -- Forgotten after two days; the row itself stays as long as its events do, for very late repetitions.
  fingerprint text,
  answer json,
  checkpoint text,
  at timestamptz NOT NULL DEFAULT now(),
  CHECK ((entry IS NULL) = (checkpoint IS NOT NULL))
);
CREATE INDEX command_claims_open ON command_claims (at) WHERE entry IS NOT NULL;
CREATE INDEX command_claims_remembered ON command_claims (at) WHERE fingerprint IS NOT NULL;
`;

/**
 * Names the store that holds the log of this database's read models; a server configured for another store must not
 * start.
 */
const home = `
CREATE TABLE log_home (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  store text NOT NULL
);

CREATE FUNCTION log_home_or(wanted text) RETURNS text LANGUAGE sql AS $$
  INSERT INTO log_home (store)
  SELECT CASE WHEN EXISTS (SELECT FROM events) THEN 'postgres' ELSE wanted END
  ON CONFLICT DO NOTHING;
  SELECT h.store FROM log_home h;
$$;

/*
 * Used by the triggers that close a log during and after a move (move-log.ts). 25006 is the code of a read-only server,
 * so that processes that do not know of the move yet respond "unavailable".
 */
CREATE FUNCTION refuse_append() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the event log has moved away from this database' USING ERRCODE = '25006';
END $$;
`;

export const claimsMigration = {
  name: "0.2.0/eventstoredb-claims",
  sql: [claims, home].join("\n"),
} as const;
