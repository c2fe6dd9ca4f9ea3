import type pg from "pg";
import { forgetOwner } from "./keep-picture.ts";

/** Of pictures kept since yesterday their team may still be on its way; older ones have been looked at every hour. */
const ownersOfLateSql = `
SELECT DISTINCT substring(owner FROM 6) AS id FROM image_owners JOIN images USING (digest)
WHERE owner LIKE 'team:%' AND kept_at BETWEEN now() - interval '8 days' AND now() - interval '1 day'`;

/**
 * A picture is kept before the team that it is for is recorded, and where that fails by an outage nobody knows what became
 * of it: takes such teams away from their pictures. Returns how many.
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
