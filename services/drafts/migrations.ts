/** Unsent texts. A draft is deleted with its member's key, and none is stored for a member without a key. */
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
  {
    name: "drafts-2",
    sql: `
-- The writer's clock (StoredContent.at), by which an older text of the same editor never replaces a newer one.
ALTER TABLE drafts ADD COLUMN written_at bigint NOT NULL DEFAULT 0;
-- A draft stored again under the same id must not carry the revision of the deleted one.
ALTER TABLE drafts ALTER COLUMN revision SET DEFAULT 1 + floor(random() * 1000000000)::integer;`,
  },
];
