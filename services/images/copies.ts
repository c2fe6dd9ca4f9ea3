import type pg from "pg";
import sharp from "sharp";
import type { PictureWidth } from "#contracts/images/api";
import { sqlState } from "../event-store/unavailable.ts";
import { oneAtATime } from "../platform/one-at-a-time.ts";

interface Stored {
  readonly digest: string;
  readonly bytes: Buffer;
}

const inTurn = oneAtATime();
/** Below this nothing is gained. */
const smallBytes = 16 * 1024;
const foreignKey = "23503";

/**
 * A stored picture in a smaller width, of the same type; the picture itself where it is not wider. Made on the first request
 * and stored as long as the picture.
 */
export async function copyOf(pool: pg.Pool, picture: Stored, width: PictureWidth): Promise<Buffer> {
  if (picture.bytes.length <= smallBytes) return picture.bytes;
  const find = async () => {
    const { rows } = await pool.query<{ bytes: Buffer }>(
      "SELECT bytes FROM image_copies WHERE digest = $1 AND width = $2",
      [picture.digest, width],
    );
    return rows[0]?.bytes;
  };
  // Decoding takes memory: one at a time, and only the first of those who ask for the same one.
  return (await find()) ?? inTurn("make", async () => (await find()) ?? make(pool, picture, width));
}

async function make(pool: pg.Pool, { digest, bytes }: Stored, width: PictureWidth): Promise<Buffer> {
  const smaller = await sharp(bytes).resize({ width, withoutEnlargement: true }).toBuffer();
  const copy = smaller.length < bytes.length ? smaller : bytes;
  await pool
    .query("INSERT INTO image_copies (digest, width, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", [
      digest,
      width,
      copy,
    ])
    .catch((error) => {
      // The picture was deleted meanwhile; this request still gets it.
      if (sqlState(error) !== foreignKey) throw error;
    });
  return copy;
}
