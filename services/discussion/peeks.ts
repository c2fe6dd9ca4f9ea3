import type pg from "pg";
import { asMissingKey } from "../platform/privacy/member-keys.ts";

/** Stores that a member has opened a day of a team by `미리 보기` (spec/discussion.md rule 14). Repeatable. */
export async function storePeek(
  pool: pg.Pool,
  { memberId, teamId, date }: { readonly memberId: string; readonly teamId: number; readonly date: string },
): Promise<void> {
  await pool
    .query("INSERT INTO peeks (member_id, team_id, date) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", [
      memberId,
      teamId,
      date,
    ])
    .catch((error) => {
      throw asMissingKey(error);
    });
}
