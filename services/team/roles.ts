import { type RefusalCode, Refused } from "#contracts/errors";
import { canMove, type RoleMove, type TeamRole } from "#contracts/machines/team-role";
import type { Role } from "#contracts/membership/api";
import type { TeamEvent } from "#contracts/team/events";
import { isMember, managersOf, type Roster } from "./facts.ts";

/** The outcome of comparing the entry password, which requires the server key. */
export type Guess =
  | { readonly verdict: "right" | "wrong" }
  | { readonly verdict: "exhausted"; readonly retryAfter: number };

interface OfTeam {
  readonly teamId: number;
  readonly callerId: string;
}

interface RoleChange extends OfTeam {
  readonly type: "AddCoManager" | "DelegateManager" | "DemoteManager" | "KickMember";
  readonly targetId: string;
  /** Whether a member with that uuid exists. */
  readonly targetExists: boolean;
  readonly reason: string | null;
}

/** What changes the role of one person in a team, except by an invitation (invitations.ts). */
export type RoleCommand =
  | (OfTeam & { readonly type: "JoinTeam"; readonly guess: Guess })
  | (OfTeam & { readonly type: "LeaveTeam" })
  | RoleChange;

interface Seats {
  readonly roster: Roster;
  readonly memberLimit: number;
}

/** Transitions of the role machine in a live team, by callers who are permitted (permits.ts). */
export function decideRole(command: RoleCommand, seats: Seats): TeamEvent[] {
  switch (command.type) {
    case "JoinTeam":
      return join(command, seats);
    case "LeaveTeam":
      return leave(command, seats);
    default:
      return changeRole(command, seats);
  }
}

type CommandOf<T extends RoleCommand["type"]> = Extract<RoleCommand, { type: T }>;

function join({ teamId, callerId, guess }: CommandOf<"JoinTeam">, seats: Seats): TeamEvent[] {
  if (guess.verdict === "exhausted") throw new Refused("too-many-guesses", { retryAfter: guess.retryAfter });
  if (guess.verdict === "wrong") throw new Refused("wrong-entry-password");
  if (isMember(seats.roster, callerId)) throw new Refused("already-joined");
  assertMove(seats, callerId, "JOIN", "team-full");
  return [
    { type: "MemberJoined", data: { teamId, memberId: callerId, invitationId: null, invitedBy: null } },
  ];
}

function leave({ teamId, callerId }: CommandOf<"LeaveTeam">, seats: Seats): TeamEvent[] {
  assertMove(seats, callerId, "LEAVE", "manager-cannot-leave");
  const role = seats.roster.members.get(callerId) as Role;
  return [{ type: "MemberLeft", data: { teamId, memberId: callerId, role, withdrawn: false } }];
}

function changeRole(command: RoleChange, seats: Seats): TeamEvent[] {
  const { teamId, callerId, targetId, reason } = command;
  if (targetId === callerId) throw new Refused("target-is-self");
  if (!command.targetExists) throw new Refused("member-not-found");
  const role = seats.roster.members.get(targetId);
  if (role === undefined) throw new Refused("target-not-in-team");
  switch (command.type) {
    case "AddCoManager":
      if (role === "MANAGER") throw new Refused("already-manager");
      assertMove(seats, targetId, "ADD_CO_MANAGER", "too-many-managers");
      return [{ type: "CoManagerAdded", data: { teamId, memberId: targetId, addedBy: callerId, reason } }];
    case "DelegateManager":
      assertMove(seats, targetId, "RECEIVE_DELEGATION", "already-manager");
      return [{ type: "ManagerDelegated", data: { teamId, fromId: callerId, toId: targetId, reason } }];
    case "DemoteManager":
      assertMove(seats, targetId, "DEMOTE", "target-not-manager");
      return [{ type: "ManagerDemoted", data: { teamId, memberId: targetId, demotedBy: callerId, reason } }];
    case "KickMember":
      return [
        { type: "MemberKicked", data: { teamId, memberId: targetId, role, kickedBy: callerId, reason } },
      ];
  }
}

function assertMove(
  { roster, memberLimit }: Seats,
  uuid: string,
  move: RoleMove["type"],
  code: RefusalCode,
): void {
  const size = { managers: managersOf(roster), members: roster.members.size, memberLimit };
  if (!canMove(roleIn(roster, uuid), move, size)) throw new Refused(code);
}

const roleIn = (roster: Roster, uuid: string): TeamRole => {
  const role = roster.members.get(uuid);
  return role === undefined ? "outsider" : role === "MANAGER" ? "manager" : "member";
};
