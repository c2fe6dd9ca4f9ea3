import { randomUUID } from "node:crypto";
import { type Bucket, type BucketLocation, openBucket } from "./bucket.ts";
import { findBytes, type PictureStore } from "./picture-store.ts";
import { type Queryable, uploadSql, valuesOf } from "./picture-uses.ts";
import type { Picture } from "./read-picture.ts";

interface Options {
  /** Called once when objects cannot be deleted, and again only after that has succeeded. */
  readonly onError?: (error: unknown) => void;
  /** Interval of deleting leftover objects. */
  readonly sweepEveryMs?: number;
}

/** How long a check of the bucket is cached, because readiness is polled often and requests cost money. */
const wellMs = 60_000;
const problemMs = 5000;

const anotherUseSql = `
WITH stored AS (UPDATE images SET kept_at = now() WHERE digest = $5 RETURNING digest), ${uploadSql}`;
// If another upload of the same picture was first, its object is used, and this one stays a leftover.
const firstUseSql = `
WITH stored AS (
  INSERT INTO images (digest, type, object) VALUES ($5, $6, $7)
  ON CONFLICT (digest) DO UPDATE SET kept_at = now()
  RETURNING digest, object),
named AS (DELETE FROM image_leftovers USING stored WHERE image_leftovers.object = stored.object), ${uploadSql}`;

/**
 * Stores pictures in an S3 bucket; pictures still in the database are read there. Each object has its own key, so that
 * a deletion never affects the same picture stored again. A key is recorded as a leftover before its object is written
 * and until a picture refers to it, so that no written object is lost.
 */
export async function s3Pictures(
  pool: Queryable,
  location: BucketLocation,
  { onError = () => {}, sweepEveryMs = 5000 }: Options = {},
): Promise<PictureStore> {
  const bucket = await openBucket(location);
  const sweeping = sweepPeriodically(pool, bucket, { onError, sweepEveryMs });
  let checked: { readonly until: number; readonly problem: Promise<string | undefined> } | undefined;
  const checkAgain = (error: unknown) => {
    checked = undefined;
    throw error;
  };
  return {
    async put(picture, use) {
      const { rowCount } = await pool.query(anotherUseSql, [...valuesOf(use), picture.digest]);
      if (rowCount !== 0) return;
      const object = await putPicture(pool, bucket, picture).catch(checkAgain);
      await pool.query(firstUseSql, [...valuesOf(use), picture.digest, picture.type, object]);
    },
    read: (digest) => readFrom(pool, bucket, digest).catch(checkAgain),
    async problem() {
      if (checked === undefined || checked.until < Date.now()) {
        const problem = problemOf(bucket);
        checked = { until: Number.POSITIVE_INFINITY, problem };
        const ms = (await problem) === undefined ? wellMs : problemMs;
        checked = { until: Date.now() + ms, problem };
      }
      return checked.problem;
    },
    async close() {
      await sweeping.stop();
      bucket.close();
    },
  };
}

/** Returns the key. An object that no picture refers to is deleted after an hour. */
export async function putPicture(
  pool: Queryable,
  bucket: Bucket,
  { digest, type, bytes }: Pick<Picture, "digest" | "type" | "bytes">,
): Promise<string> {
  const object = `images/${digest.slice(0, 2)}/${digest}.${randomUUID()}`;
  await pool.query("INSERT INTO image_leftovers (object, due_at) VALUES ($1, now() + interval '1 hour')", [
    object,
  ]);
  await bucket.put(object, bytes, type);
  return object;
}

async function readFrom(pool: Queryable, bucket: Bucket, digest: string): Promise<Buffer | undefined> {
  const stored = await findBytes(pool, digest);
  if (!stored?.object) return stored?.bytes ?? undefined;
  const found = await bucket.get(stored.object);
  if (found) return found;
  // Deleted, stored again or moved back to the database meanwhile; or lost.
  const now = await findBytes(pool, digest);
  return now?.object ? bucket.get(now.object) : (now?.bytes ?? undefined);
}

const problemOf = (bucket: Bucket): Promise<string | undefined> =>
  bucket.check().then(
    () => undefined,
    (error: Error) => error.message,
  );

const batchSize = 100;
const putOffSql = "UPDATE image_leftovers SET due_at = now() + interval '10 s' WHERE object = $1";

/**
 * Deletes leftover objects that are due and returns their number; later calls delete the rest.
 * @throws PicturesUnavailable
 */
export async function sweep(pool: Queryable, bucket: Bucket): Promise<number> {
  for (let swept = 0; ; ) {
    const { rows } = await pool.query<{ object: string }>(
      "SELECT object FROM image_leftovers WHERE due_at <= now() ORDER BY due_at LIMIT $1",
      [batchSize],
    );
    for (const { object } of rows) {
      // An object that cannot be deleted does not block the others.
      await bucket.remove(object).catch(async (error: unknown) => {
        await pool.query(putOffSql, [object]);
        throw error;
      });
      await pool.query("DELETE FROM image_leftovers WHERE object = $1", [object]);
    }
    swept += rows.length;
    if (rows.length < batchSize) return swept;
  }
}

function sweepPeriodically(pool: Queryable, bucket: Bucket, { onError, sweepEveryMs }: Required<Options>) {
  let isWell = true;
  let last = Promise.resolve();
  const sweepOnce = async () => {
    try {
      // If nothing was due, the bucket was not contacted.
      if ((await sweep(pool, bucket)) > 0) isWell = true;
    } catch (error) {
      if (isWell) onError(error);
      isWell = false;
    }
  };
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(() => {
      last = sweepOnce().finally(next);
    }, sweepEveryMs).unref();
  };
  next();
  return {
    async stop() {
      clearTimeout(timer);
      await last;
      clearTimeout(timer);
    },
  };
}
