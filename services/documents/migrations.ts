/** Texts while they are written. What is saved goes into the event log; nothing here ever does. */
export const documentsMigrations = [
  {
    name: "documents-1",
    sql: `
CREATE TABLE documents (
  room text PRIMARY KEY,
  -- Revision of the problem's stream that the text grew from; -1 before there is one, and for drafts.
  generation bigint NOT NULL DEFAULT -1,
  last_seq bigint NOT NULL DEFAULT 0,
  -- Bytes of the kept updates, and how much of them came after the last snapshot.
  size integer NOT NULL DEFAULT 0,
  fresh_size integer NOT NULL DEFAULT 0,
  fresh_updates integer NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX documents_room ON documents (room text_pattern_ops);
-- Yjs updates; those of drafts are encrypted with the member's key.
CREATE TABLE document_updates (
  room text NOT NULL REFERENCES documents ON DELETE CASCADE,
  seq bigint NOT NULL,
  generation bigint NOT NULL,
  bytes bytea NOT NULL,
  -- Null for a snapshot.
  actor uuid,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (room, seq)
);`,
  },
];
