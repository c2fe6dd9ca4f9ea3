import type { Migration } from "../platform/database/migrations.ts";

/**
 * Pictures by the digest of their content, and their owners (a stream, `draft:<member>/<key>/<id>`, `room:<room>`): a
 * picture without owners is deleted with its smaller copies and the list of its uploaders. Bytes are here or in a bucket (picture-store.ts).
 */
export const imagesMigrations: readonly Migration[] = [
  {
    name: "images-001",
    sql: `
      CREATE TABLE images (
        digest text PRIMARY KEY,
        type text NOT NULL,
        bytes bytea NOT NULL,
        kept_at timestamptz NOT NULL DEFAULT now()
      );
      -- Already compressed: trying again costs time and gains nothing.
      ALTER TABLE images ALTER COLUMN bytes SET STORAGE EXTERNAL;
      CREATE TABLE image_owners (
        digest text NOT NULL REFERENCES images,
        owner text NOT NULL,
        PRIMARY KEY (digest, owner)
      );
      CREATE INDEX image_owners_by_owner ON image_owners (owner);
      CREATE TABLE image_copies (
        digest text NOT NULL REFERENCES images ON DELETE CASCADE,
        width smallint NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (digest, width)
      );
      ALTER TABLE image_copies ALTER COLUMN bytes SET STORAGE EXTERNAL;
    `,
  },
  {
    // Rows from before belong to a member (`member:<uuid>`) or a team (`team:<id>`) as a whole and are deleted with it.
    name: "images-002",
    sql: `
      ALTER TABLE image_owners
        -- What else ends this use: member:<uuid>, team:<id>, or a stream.
        ADD COLUMN ends_with text[] NOT NULL DEFAULT '{}',
        -- Of the event that shows the picture; 0 where that is no event.
        ADD COLUMN revision bigint NOT NULL DEFAULT 0;
      CREATE INDEX image_owners_by_end ON image_owners USING gin (ends_with);
    `,
  },
  {
    name: "images-003",
    sql: `
      ALTER TABLE images
        ALTER COLUMN bytes DROP NOT NULL,
        -- Its key in the bucket where the bytes are there.
        ADD COLUMN object text,
        ADD CONSTRAINT images_here_or_there CHECK (num_nonnulls(bytes, object) = 1);
      CREATE UNIQUE INDEX images_by_object ON images (object) WHERE object IS NOT NULL;
      -- Objects in the bucket that no picture names, to be deleted when they are due.
      CREATE TABLE image_leftovers (
        object text PRIMARY KEY,
        due_at timestamptz NOT NULL
      );
    `,
  },
  {
    // Uses from before do not tell uploads from addresses in a text: those of posts and profiles count as uploads. Drafts
    // and rooms only refer to pictures.
    name: "images-004",
    sql: `
      -- The members (member:<uuid>) whose references to a picture by its address keep it.
      CREATE TABLE image_uploaders (
        digest text NOT NULL REFERENCES images ON DELETE CASCADE,
        uploader text NOT NULL,
        PRIMARY KEY (digest, uploader)
      );
      CREATE INDEX image_uploaders_by_uploader ON image_uploaders (uploader);
      INSERT INTO image_uploaders
        SELECT DISTINCT digest, member FROM image_owners, unnest(ends_with || owner) AS member
        WHERE owner !~ '^(draft|room):' AND member LIKE 'member:%';
      DELETE FROM image_owners WHERE owner ~ '^(draft|room):' AND NOT EXISTS (
        SELECT FROM image_uploaders AS own WHERE own.digest = image_owners.digest AND uploader = ANY (ends_with));
      WITH gone AS (
        DELETE FROM images WHERE NOT EXISTS (SELECT FROM image_owners WHERE image_owners.digest = images.digest)
        RETURNING object)
      INSERT INTO image_leftovers (object, due_at) SELECT object, now() FROM gone WHERE object IS NOT NULL;
    `,
  },
];
