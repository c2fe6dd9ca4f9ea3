import { canMove } from "#contracts/machines/team-role";
import type { TeamEvent } from "#contracts/team/events";
import { managersOf, type Roster } from "./facts.ts";

/**
 * The effect of a member's withdrawal from the site on a team (spec/wire-contract.md §3.5): without a manager left, the
 * member who joined earliest succeeds; without a member left, it is deleted. No events for members of other teams.
 */
export function withdrawFrom(
  roster: Roster,
  team: { readonly teamId: number; readonly memberLimit: number },
  memberId: string,
): TeamEvent[] {
  const { teamId, memberLimit } = team;
  const role = roster.members.get(memberId);
  if (role === undefined) return [];
  const left: TeamEvent = { type: "MemberLeft", data: { teamId, memberId, role, withdrawn: true } };
  const others = new Map([...roster.members].filter(([uuid]) => uuid !== memberId));
  const [earliest] = others.keys();
  if (earliest === undefined) return [left, { type: "TeamDeleted", data: { teamId } }];
  const size = { managers: managersOf({ ...roster, members: others }), members: others.size, memberLimit };
  return canMove("member", "SUCCEED", size)
    ? [left, { type: "ManagerSucceeded", data: { teamId, memberId: earliest } }]
    : [left];
}
