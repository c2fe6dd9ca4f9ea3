import { type View, views } from "#contracts/live";
import type { ReadModelsDatabase } from "#projections/database";
import { readTeamOf } from "#projections/discussion-page";
import { isManager, isMember } from "#projections/team-members";

/** The id in a key. Other texts name nothing, though some are numbers. */
const idOf = (key: string) => (/^[1-9]\d{0,14}$/.test(key) ? Number(key) : undefined);

/** Id of the team of a channel for its members or managers. */
export const teamOf = (view: View, key: string): number | undefined =>
  views[view] === "manager" || views[view] === "member" ? idOf(key) : undefined;

/** Whether a member may watch a channel that is not public (contracts/live.ts). */
export async function mayWatch(
  db: ReadModelsDatabase,
  member: string | null,
  view: View,
  key: string,
): Promise<boolean> {
  if (member === null) return false;
  if (views[view] === "self") return key === member;
  const id = idOf(key);
  const teamId = views[view] === "article" && id !== undefined ? await readTeamOf(db, id) : teamOf(view, key);
  return teamId !== undefined && (views[view] === "manager" ? isManager : isMember)(db, teamId, member);
}
