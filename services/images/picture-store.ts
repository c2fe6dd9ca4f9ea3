import { StoreUnavailable } from "../event-store/event-store.ts";
import type { PictureUse } from "../platform/platform.ts";
import { type Queryable, storePicture } from "./picture-uses.ts";
import type { Picture } from "./read-picture.ts";

/**
 * Where the bytes of pictures are stored. The tables `images` and `image_owners` list pictures and their owners in
 * either case: without a row there a picture is not served, wherever its bytes are.
 */
export interface PictureStore {
  /**
   * Stores a picture for a use; idempotent.
   * @throws PicturesUnavailable
   */
  readonly put: (picture: Picture, use: PictureUse) => Promise<void>;
  /**
   * Undefined if the picture has been deleted.
   * @throws PicturesUnavailable
   */
  readonly read: (digest: string) => Promise<Buffer | undefined>;
  /** One sentence why the store cannot be used; undefined if it can. */
  readonly problem: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

/** Refused with 503, like an outage of the database. The message is one sentence for the operator. */
export class PicturesUnavailable extends StoreUnavailable {
  constructor(sentence: string) {
    super(undefined, sentence);
    this.name = "PicturesUnavailable";
  }
}

interface StoredBytes {
  readonly type: string;
  readonly bytes: Buffer | null;
  /** Its key in the bucket. */
  readonly object: string | null;
}

export async function findBytes(pool: Queryable, digest: string): Promise<StoredBytes | undefined> {
  const { rows } = await pool.query<StoredBytes>("SELECT type, bytes, object FROM images WHERE digest = $1", [
    digest,
  ]);
  return rows[0];
}

const inBucket =
  "Pictures of this system are in a bucket, and PICTURES names none: set it, or bring them back with `npm run ops -- pictures migrate --to postgres`.";

/** Stores pictures in the database, beside their owners. */
export const postgresPictures = (pool: Queryable): PictureStore => ({
  put: (picture, use) => storePicture(pool, picture, use),
  async read(digest) {
    const stored = await findBytes(pool, digest);
    if (stored?.object) throw new PicturesUnavailable(inBucket);
    return stored?.bytes ?? undefined;
  },
  problem: async () => undefined,
  close: async () => {},
});

/** @throws if some pictures are in a bucket that no setting names */
export async function assertPicturesHere(pool: Queryable): Promise<void> {
  const { rowCount } = await pool.query("SELECT FROM images WHERE object IS NOT NULL LIMIT 1");
  if (rowCount !== 0) throw new Error(inBucket);
}
