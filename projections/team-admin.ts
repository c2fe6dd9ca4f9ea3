import { defaultTeamPicture } from "#contracts/images/api";
import type { TeamAdmin, Topic } from "#contracts/team/api";
import type { ReadModelsDatabase } from "./database.ts";

/**
 * spec/wire-contract.md §4.6: the only view with the entry password, which `open` decrypts. Undefined for an unknown
 * team. The caller must have checked that the reader is a manager.
 */
export async function readTeamAdmin(
  db: ReadModelsDatabase,
  teamId: number,
  open: (sealed: string) => string,
): Promise<TeamAdmin | undefined> {
  const row = await db.selectFrom("team_page").selectAll().where("team_id", "=", teamId).executeTakeFirst();
  return (
    row && {
      teamId: row.team_id,
      teamName: row.name,
      teamExplain: row.explain,
      topic: row.topic as Topic,
      memberLimit: row.member_limit,
      password: open(row.entry_password),
      teamIconUrl: row.image_url ?? defaultTeamPicture,
      revision: row.revision,
    }
  );
}
