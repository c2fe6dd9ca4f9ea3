import { createHash } from "node:crypto";
import type { Bucket } from "./bucket.ts";
import { findBytes } from "./picture-store.ts";
import type { Queryable } from "./picture-uses.ts";
import { putPicture, sweep } from "./s3-pictures.ts";

type PictureStorage = "bucket" | "postgres";

interface Moving {
  readonly signal: AbortSignal;
  /** Called for each picture with the reason why it could not be moved, or undefined. */
  readonly onMoved: (digest: string, error: string | undefined) => void;
}

const notIn: Readonly<Record<PictureStorage, string>> = {
  bucket: "bytes IS NOT NULL",
  postgres: "object IS NOT NULL",
};
const batch = 100;
const atOnce = 4;

export async function countRemaining(pool: Queryable, to: PictureStorage): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) AS count FROM images WHERE ${notIn[to]}`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Copies each picture, compares the copy with its digest, and only then deletes the original; readers find it at any
 * time. A repeated call moves the rest.
 * @throws PicturesUnavailable
 */
export async function movePictures(
  pool: Queryable,
  bucket: Bucket,
  to: PictureStorage,
  { signal, onMoved }: Moving,
): Promise<void> {
  const move = to === "bucket" ? moveToBucket : moveToDatabase;
  for (let after = ""; ; ) {
    const { rows } = await pool.query<{ digest: string }>(
      `SELECT digest FROM images WHERE ${notIn[to]} AND digest > $1 ORDER BY digest LIMIT $2`,
      [after, batch],
    );
    const waiting = rows.values();
    const work = async () => {
      for (const { digest } of waiting) {
        signal.throwIfAborted();
        onMoved(digest, await move(pool, bucket, digest));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    after = rows.at(-1)?.digest ?? after;
    if (rows.length < batch) break;
  }
  await sweep(pool, bucket);
}

const isIntact = (bytes: Buffer, digest: string) =>
  createHash("sha256").update(bytes).digest("hex") === digest;

const toBucketSql = `
WITH moved AS (
  UPDATE images SET bytes = NULL, object = $2 WHERE digest = $1 AND bytes IS NOT NULL RETURNING object)
DELETE FROM image_leftovers USING moved WHERE image_leftovers.object = moved.object`;

async function moveToBucket(pool: Queryable, bucket: Bucket, digest: string): Promise<string | undefined> {
  const stored = await findBytes(pool, digest);
  // Deleted meanwhile, or moved by another command.
  if (!stored?.bytes) return undefined;
  if (!isIntact(stored.bytes, digest)) return "is damaged in the database";
  const object = await putPicture(pool, bucket, { digest, type: stored.type, bytes: stored.bytes });
  const copy = await bucket.get(object);
  if (!copy || !isIntact(copy, digest)) return "was not given back by the bucket as it was put there";
  await pool.query(toBucketSql, [digest, object]);
  return undefined;
}

const toDatabaseSql = `
WITH moved AS (
  UPDATE images SET bytes = $2, object = NULL WHERE digest = $1 AND object = $3 RETURNING digest)
INSERT INTO image_leftovers (object, due_at) SELECT $3, now() FROM moved`;

async function moveToDatabase(pool: Queryable, bucket: Bucket, digest: string): Promise<string | undefined> {
  const stored = await findBytes(pool, digest);
  if (!stored?.object) return undefined;
  const bytes = await bucket.get(stored.object);
  if (!bytes && !(await findBytes(pool, digest))) return undefined;
  if (!bytes) return "is missing in the bucket";
  if (!isIntact(bytes, digest)) return "is damaged in the bucket";
  await pool.query(toDatabaseSql, [digest, bytes, stored.object]);
  return undefined;
}
