import type pg from "pg";
import { inTransaction } from "../platform/database/transaction.ts";
import type { PictureOwner } from "../platform/platform.ts";
import type { Picture } from "./read-picture.ts";

/** Stores a picture for an owner; idempotent. `pool` may be a client in a transaction. */
export async function keepPicture(
  pool: Pick<pg.Pool, "query">,
  picture: Picture,
  owner: PictureOwner,
): Promise<void> {
  // The upsert waits for a concurrent deletion of the row and inserts it again.
  await pool.query(
    `WITH kept AS (
       INSERT INTO images (digest, type, bytes) VALUES ($1, $2, $3)
       ON CONFLICT (digest) DO UPDATE SET kept_at = now()
       RETURNING digest)
     INSERT INTO image_owners (digest, owner) SELECT digest, $4 FROM kept ON CONFLICT DO NOTHING`,
    [picture.digest, picture.type, picture.bytes, owner],
  );
}

/** Removes an owner from all pictures; those without another owner are deleted. */
export const forgetOwner = (pool: pg.Pool, owner: PictureOwner): Promise<void> =>
  inTransaction(pool, async (client) => {
    // Locked in one order before other owners are read: owners being added now are waited for.
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

/** Younger than a day their team may still be created; those older than 8 days have been checked every hour. */
const ownersOfLateSql = `
SELECT DISTINCT substring(owner FROM 6) AS id FROM image_owners JOIN images USING (digest)
WHERE owner LIKE 'team:%' AND kept_at BETWEEN now() - interval '8 days' AND now() - interval '1 day'`;

/**
 * A picture is stored before its team is created; where that fails in an outage, the picture is left without a team. Removes
 * such owners. Returns how many.
 */
export async function forgetTeamsThatNeverWere(
  pool: pg.Pool,
  isThere: (teamId: number) => Promise<boolean>,
): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(ownersOfLateSql);
  let count = 0;
  for (const teamId of rows.map(({ id }) => Number(id))) {
    if (await isThere(teamId)) continue;
    await forgetOwner(pool, `team:${teamId}`);
    count += 1;
  }
  return count;
}
