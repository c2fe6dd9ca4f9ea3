/** Problems while they are being edited. Saved problems are in the event log; these tables never are. */
export const documentsMigrations = [
  {
    name: "0.2.0/documents",
    sql: `
CREATE TABLE documents (
  room text PRIMARY KEY,
  last_seq bigint NOT NULL DEFAULT 0,
  -- Bytes of the stored updates.
  size integer NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX documents_room ON documents (room text_pattern_ops);
CREATE TABLE document_updates (
  room text NOT NULL REFERENCES documents ON DELETE CASCADE,
  seq bigint NOT NULL,
  bytes bytea NOT NULL,
  -- Null for a snapshot.
  actor uuid,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (room, seq)
);`,
  },
];
