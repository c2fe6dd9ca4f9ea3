import { Refused } from "#contracts/errors";
import { isManager, isMember, type Roster } from "../team/facts.ts";

/**
 * Whose own days these are: a present member.
 * @throws Refused `team-not-found`, `caller-not-in-team`
 */
export function permitsMember(team: Roster, callerId: string): void {
  if (team.phase !== "live") throw new Refused("team-not-found");
  if (!isMember(team, callerId)) throw new Refused("caller-not-in-team");
}

/**
 * Who sets the promise and excuses days: a manager.
 * @throws Refused `team-not-found`, `not-a-manager`
 */
export function permitsManager(team: Roster, callerId: string): void {
  if (team.phase !== "live") throw new Refused("team-not-found");
  if (!isManager(team, callerId)) throw new Refused("not-a-manager");
}
