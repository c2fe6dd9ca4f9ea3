import type pg from "pg";
import { assertPicturesHere, type PictureStore, postgresPictures } from "../images/picture-store.ts";
import { s3Pictures } from "../images/s3-pictures.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/logging.ts";

/**
 * Opens the configured store of pictures. An unusable bucket does not end the start, because pages work without
 * pictures.
 * @throws if pictures are in a bucket that the settings do not name
 */
export async function openPictures(
  { pictures }: Pick<Config, "pictures">,
  pool: pg.Pool,
  log: Logger,
): Promise<PictureStore> {
  if (pictures)
    return s3Pictures(pool, pictures, {
      onError: (err) => log.warn({ err }, "deleted pictures are left in the bucket until it takes deletions"),
    });
  await assertPicturesHere(pool);
  return postgresPictures(pool);
}
