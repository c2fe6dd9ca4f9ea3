import type pg from "pg";
import { inTransaction } from "../platform/database/transaction.ts";
import type { PictureOwner } from "../platform/platform.ts";
import type { Picture } from "./read-picture.ts";

/**
 * Keeps a picture for an owner; keeping it again changes nothing. `pool` may be a client in a transaction.
 */
export async function keepPicture(
  pool: Pick<pg.Pool, "query">,
  picture: Picture,
  owner: PictureOwner,
): Promise<void> {
  // The update of a present row waits for whoever is deleting it, and inserts it anew when it is gone.
  await pool.query(
    `WITH kept AS (
       INSERT INTO images (digest, type, bytes) VALUES ($1, $2, $3)
       ON CONFLICT (digest) DO UPDATE SET kept_at = now()
       RETURNING digest)
     INSERT INTO image_owners (digest, owner) SELECT digest, $4 FROM kept ON CONFLICT DO NOTHING`,
    [picture.digest, picture.type, picture.bytes, owner],
  );
}

/** Takes an owner away from all pictures; those that nobody else needs are deleted. */
export const forgetOwner = (pool: pg.Pool, owner: PictureOwner): Promise<void> =>
  inTransaction(pool, async (client) => {
    // In one order and before looking for other owners: those being added now are waited for and seen.
    const { rows } = await client.query<{ digest: string }>(
      `SELECT digest FROM images WHERE digest IN (SELECT digest FROM image_owners WHERE owner = $1)
       ORDER BY digest FOR UPDATE`,
      [owner],
    );
    const digests = rows.map(({ digest }) => digest);
    await client.query("DELETE FROM image_owners WHERE owner = $1 AND digest = ANY($2)", [owner, digests]);
    await client.query(
      `DELETE FROM images WHERE digest = ANY($1)
       AND NOT EXISTS (SELECT FROM image_owners WHERE image_owners.digest = images.digest)`,
      [digests],
    );
  });
