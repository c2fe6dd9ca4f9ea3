/** The tables of sessions. They contain only digests, which are useless without the server's key. */
export const identityMigrations = [
  {
    name: "0.2.0/identity",
    sql: `
      CREATE TABLE identity_account (
        provider text NOT NULL,
        subject_digest bytea NOT NULL,
        member_id uuid NOT NULL UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (provider, subject_digest)
      );
      CREATE TABLE refresh_family (
        id uuid PRIMARY KEY,
        member_id uuid NOT NULL,
        revoked_at timestamptz,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX refresh_family_by_member ON refresh_family (member_id);
      CREATE INDEX refresh_family_by_expiry ON refresh_family (expires_at);
      CREATE TABLE refresh_token (
        digest bytea PRIMARY KEY,
        family_id uuid NOT NULL REFERENCES refresh_family ON DELETE CASCADE,
        used_at timestamptz,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX refresh_token_by_family ON refresh_token (family_id);
      CREATE INDEX refresh_token_by_expiry ON refresh_token (expires_at)`,
  },
] as const;
