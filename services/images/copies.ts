import type pg from "pg";
import type { PictureWidth } from "#contracts/images/api";
import { oneJobPerName } from "#contracts/jobs";
import { sqlState } from "../event-store/unavailable.ts";
import type { PictureStore } from "./picture-store.ts";
import { loadSharp } from "./sharp.ts";

const inTurn = oneJobPerName();
/** Smaller pictures gain nothing from a copy. */
const smallBytes = 16 * 1024;
const foreignKey = "23503";

/**
 * A stored picture in a smaller width and of the same type; the picture itself if it is not wider, undefined if it has
 * been deleted. Created on the first request and kept in the database as long as the picture.
 */
export async function copyOf(
  pool: pg.Pool,
  read: PictureStore["read"],
  digest: string,
  width: PictureWidth,
): Promise<Buffer | undefined> {
  const find = async () => {
    const { rows } = await pool.query<{ bytes: Buffer }>(
      "SELECT bytes FROM image_copies WHERE digest = $1 AND width = $2",
      [digest, width],
    );
    return rows[0]?.bytes;
  };
  const make = async () => {
    const bytes = await read(digest);
    if (!bytes || bytes.length <= smallBytes) return bytes;
    // Decoding takes memory, so it runs one at a time. Reading may be slow and does not block other copies.
    return inTurn("decode", () => makeCopy(pool, digest, bytes, width));
  };
  // Of concurrent requests for the same copy, only the first creates it.
  return (await find()) ?? inTurn(`of ${digest}`, async () => (await find()) ?? make());
}

async function makeCopy(pool: pg.Pool, digest: string, bytes: Buffer, width: PictureWidth): Promise<Buffer> {
  const sharp = await loadSharp();
  const smaller = await sharp(bytes).resize({ width, withoutEnlargement: true }).toBuffer();
  const copy = smaller.length < bytes.length ? smaller : bytes;
  await pool
    .query("INSERT INTO image_copies (digest, width, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", [
      digest,
      width,
      copy,
    ])
    .catch((error) => {
      // The picture was deleted meanwhile; this request still gets the copy.
      if (sqlState(error) !== foreignKey) throw error;
    });
  return copy;
}
