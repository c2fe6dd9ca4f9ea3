import type pg from "pg";
import type { EventStore } from "../event-store/event-store.ts";
import { inTransaction } from "../event-store/postgres/transaction.ts";
import type { PictureUse } from "../platform/platform.ts";
import type { Picture } from "./read-picture.ts";

export type Queryable = Pick<pg.Pool, "query">;

const addUseSql =
  "INSERT INTO image_owners (digest, owner, ends_with, revision) SELECT digest, $1, $2, $3 FROM";
const laterSql = "revision = greatest(excluded.revision, image_owners.revision)";

/** After `WITH stored AS (…),`: records a use and its uploader ($1 to $4) of the picture in `stored`. */
export const uploadSql = `
uploaded AS (INSERT INTO image_uploaders (digest, uploader) SELECT digest, $4 FROM stored ON CONFLICT DO NOTHING)
${addUseSql} stored ON CONFLICT (digest, owner) DO UPDATE SET ends_with = excluded.ends_with, ${laterSql}`;

export const valuesOf = ({ owner, endsWith, revision, by }: PictureUse) => [owner, endsWith, revision, by];

/** Stores a picture for a use; idempotent. `pool` may be a client in a transaction. */
export async function storePicture(pool: Queryable, picture: Picture, use: PictureUse): Promise<void> {
  // The upsert waits for a concurrent deletion of the row and inserts it again.
  await pool.query(
    `WITH stored AS (
       INSERT INTO images (digest, type, bytes) VALUES ($5, $6, $7)
       ON CONFLICT (digest) DO UPDATE SET kept_at = now()
       RETURNING digest), ${uploadSql}`,
    [...valuesOf(use), picture.digest, picture.type, picture.bytes],
  );
}

/** The uses that keep a picture: of its uploaders, and of a stream or room that shows it already. */
const shownSql = `
${addUseSql} images WHERE digest = ANY ($5)
  AND (EXISTS (SELECT FROM image_uploaders AS own WHERE own.digest = images.digest AND uploader = $4)
    OR EXISTS (SELECT FROM image_owners AS same WHERE same.digest = images.digest AND owner = $1))
ON CONFLICT (digest, owner) DO UPDATE SET ${laterSql}`;

/**
 * Keeps stored pictures that a text refers to by their address, such as a pasted body, unless somebody else has uploaded
 * them. A new use ends with its member, too. Deleted pictures are not restored.
 */
export async function recordUses(
  pool: pg.Pool,
  digests: readonly string[],
  { endsWith, by, ...use }: PictureUse,
): Promise<void> {
  if (digests.length === 0) return;
  await inTransaction(pool, async (client) => {
    await lockPictures(client, digests);
    const ends = [...new Set([...endsWith, by])];
    await client.query(shownSql, [...valuesOf({ ...use, endsWith: ends, by }), digests]);
  });
}

/** In one order, before owners and uploaders are read, so that concurrent changes of them are awaited. */
const lockPictures = (client: pg.PoolClient, digests: readonly string[]) =>
  client.query("SELECT FROM images WHERE digest = ANY ($1) ORDER BY digest FOR UPDATE", [digests]);

const endedSql = "(owner = $1 OR ends_with @> ARRAY[$1::text])";

/**
 * Ends all uses of an owner and of whatever ends with it: pictures without another use are deleted. A former member is
 * the uploader of none any more.
 */
export const forgetOwner = (pool: pg.Pool, owner: string): Promise<void> => forget(pool, endedSql, [owner]);

/**
 * Ends the uses that a stream had before an event and no longer has after it. A command in progress has recorded a
 * later revision for the pictures that it will show, or loses the race and records them again.
 */
export const forgetFormer = (
  pool: pg.Pool,
  stream: string,
  { revision, shown, isDeleted }: { revision: number; shown: readonly string[]; isDeleted: boolean },
): Promise<void> =>
  forget(pool, `${isDeleted ? endedSql : "owner = $1"} AND revision <= $2 AND digest <> ALL ($3)`, [
    stream,
    revision,
    shown,
  ]);

async function forget(pool: pg.Pool, which: string, values: readonly unknown[]): Promise<void> {
  const { rows } = await pool.query<{ digest: string }>(
    `SELECT digest FROM image_owners WHERE ${which} UNION SELECT digest FROM image_uploaders WHERE uploader = $1`,
    [...values],
  );
  if (rows.length === 0) return;
  const digests = rows.map(({ digest }) => digest);
  await inTransaction(pool, async (client) => {
    await lockPictures(client, digests);
    const here = `digest = ANY ($${values.length + 1})`;
    await client.query(`DELETE FROM image_owners WHERE ${which} AND ${here}`, [...values, digests]);
    await client.query("DELETE FROM image_uploaders WHERE uploader = $1 AND digest = ANY ($2)", [
      values[0],
      digests,
    ]);
    await client.query(
      `WITH gone AS (
         DELETE FROM images WHERE digest = ANY ($1)
         AND NOT EXISTS (SELECT FROM image_owners WHERE image_owners.digest = images.digest)
         RETURNING object)
       INSERT INTO image_leftovers (object, due_at) SELECT object, now() FROM gone WHERE object IS NOT NULL`,
      [digests],
    );
  });
}

/** Younger than a day: their stream may still begin. Older ones have been checked every hour. */
const lateSql = `
SELECT DISTINCT owner FROM image_owners JOIN images USING (digest)
WHERE revision = 0 AND owner ~ '^[a-z]+-' AND kept_at BETWEEN now() - interval '2 days' AND now() - interval '1 day'`;

/** Drafts and rooms end in many ways, some of them inside the database. */
const endedOwnersSql = `
SELECT DISTINCT owner FROM image_owners WHERE
  owner LIKE 'draft:%' AND NOT EXISTS (
    SELECT FROM drafts WHERE owner = 'draft:' || member || '/' || key || '/' || draft_id)
  OR owner LIKE 'room:%' AND NOT EXISTS (SELECT FROM documents WHERE owner = 'room:' || room)`;

/**
 * Ends uses that no event ends: deleted drafts and rooms, and posts and teams whose picture was stored before the
 * command failed in an outage. Returns their number.
 */
export async function forgetEnded(pool: pg.Pool, store: Pick<EventStore, "read">): Promise<number> {
  const gone = (await pool.query<{ owner: string }>(endedOwnersSql)).rows.map(({ owner }) => owner);
  for (const { owner } of (await pool.query<{ owner: string }>(lateSql)).rows)
    if ((await store.read(owner, { personal: "closed" })).revision === -1) gone.push(owner);
  for (const owner of gone) await forgetOwner(pool, owner);
  return gone.length;
}
