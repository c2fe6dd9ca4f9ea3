import { type View, views } from "#contracts/live";
import type { ReadModelsDatabase } from "#projections/database";
import { isManager, isMember } from "#projections/team-members";

/** Id of the team of a channel for its members or managers. Other texts name no team, though some are numbers. */
export function teamOf(view: View, key: string): number | undefined {
  const isOfTeam = views[view] === "manager" || views[view] === "member";
  return isOfTeam && /^[1-9]\d{0,14}$/.test(key) ? Number(key) : undefined;
}

/** Whether a member may watch a channel that is not public (contracts/live.ts). */
export async function mayWatch(
  db: ReadModelsDatabase,
  member: string | null,
  view: View,
  key: string,
): Promise<boolean> {
  if (member === null) return false;
  if (views[view] === "self") return key === member;
  const teamId = teamOf(view, key);
  return teamId !== undefined && (views[view] === "manager" ? isManager : isMember)(db, teamId, member);
}
