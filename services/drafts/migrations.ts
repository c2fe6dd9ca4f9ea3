/** Unsent texts. A draft is deleted with its member's key, and none is stored for a member without a key. */
export const draftsMigrations = [
  {
    name: "0.2.0/drafts",
    sql: `
CREATE TABLE drafts (
  member uuid NOT NULL REFERENCES member_keys ON DELETE CASCADE,
  key text NOT NULL,
  draft_id uuid NOT NULL,
  -- A draft stored again under the same id must not carry the revision of the deleted one.
  revision integer NOT NULL DEFAULT 1 + floor(random() * 1000000000)::integer,
  -- Encrypted with the member's key.
  content bytea NOT NULL,
  picture bytea,
  at timestamptz NOT NULL,
  -- The writer's clock (StoredContent.at), by which an older text of the same editor never replaces a newer one.
  written_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (member, key, draft_id)
);
CREATE INDEX drafts_by_time ON drafts (at);`,
  },
];
