import type { Migration } from "../platform/database/migrations.ts";

/**
 * Pictures by the digest of their content, and their owners (a stream, `draft:<member>/<key>/<id>`, `room:<room>`): a
 * picture without owners is deleted with its smaller copies and the list of its uploaders. Bytes are here or in a bucket (picture-store.ts).
 */
export const imagesMigrations: readonly Migration[] = [
  {
    name: "0.2.0/images",
    sql: `
      CREATE TABLE images (
        digest text PRIMARY KEY,
        type text NOT NULL,
        bytes bytea,
        kept_at timestamptz NOT NULL DEFAULT now(),
        -- Its key in the bucket where the bytes are there.
        object text,
        CONSTRAINT images_here_or_there CHECK (num_nonnulls(bytes, object) = 1)
      );
      -- Already compressed: trying again costs time and gains nothing.
      ALTER TABLE images ALTER COLUMN bytes SET STORAGE EXTERNAL;
      CREATE UNIQUE INDEX images_by_object ON images (object) WHERE object IS NOT NULL;
      CREATE TABLE image_owners (
        digest text NOT NULL REFERENCES images,
        owner text NOT NULL,
        -- What else ends this use: member:<uuid>, team:<id>, or a stream.
        ends_with text[] NOT NULL DEFAULT '{}',
        -- Of the event that shows the picture; 0 where that is no event.
        revision bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (digest, owner)
      );
      CREATE INDEX image_owners_by_owner ON image_owners (owner);
      CREATE INDEX image_owners_by_end ON image_owners USING gin (ends_with);
      CREATE TABLE image_copies (
        digest text NOT NULL REFERENCES images ON DELETE CASCADE,
        width smallint NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (digest, width)
      );
      ALTER TABLE image_copies ALTER COLUMN bytes SET STORAGE EXTERNAL;
      -- Objects in the bucket that no picture names, to be deleted when they are due.
      CREATE TABLE image_leftovers (
        object text PRIMARY KEY,
        due_at timestamptz NOT NULL
      );
      -- The members (member:<uuid>) whose references to a picture by its address keep it.
      CREATE TABLE image_uploaders (
        digest text NOT NULL REFERENCES images ON DELETE CASCADE,
        uploader text NOT NULL,
        PRIMARY KEY (digest, uploader)
      );
      CREATE INDEX image_uploaders_by_uploader ON image_uploaders (uploader);
    `,
  },
];
