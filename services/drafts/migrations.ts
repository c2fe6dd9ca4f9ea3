/** Texts while they are written. A draft ends with its member's key, and none is stored for a member without a key. */
export const draftsMigrations = [
  {
    name: "drafts-1",
    sql: `
CREATE TABLE drafts (
  member uuid NOT NULL REFERENCES member_keys ON DELETE CASCADE,
  key text NOT NULL,
  draft_id uuid NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  -- Encrypted with the member's key.
  content bytea NOT NULL,
  picture bytea,
  at timestamptz NOT NULL,
  PRIMARY KEY (member, key, draft_id)
);
CREATE INDEX drafts_by_time ON drafts (at);`,
  },
];
