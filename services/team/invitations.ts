import { Refused } from "#contracts/errors";
import { endedRefusals, type InvitationState, invitationState } from "#contracts/invitation/state";
import { limits } from "#contracts/limits";
import { canMove } from "#contracts/machines/team-role";
import type { TeamEvent } from "#contracts/team/events";
import { isManager, isMember, managersOf, type Roster } from "./facts.ts";

export interface Invitation {
  readonly digest: string;
  readonly createdBy: string;
  readonly expiresAt: string;
  readonly maxUses: number;
  readonly uses: number;
  readonly isRevoked: boolean;
}

/** Part of a team's state. */
export interface Inviting {
  readonly invitations: ReadonlyMap<string, Invitation>;
  /** Members who were kicked and have not been in the team since. */
  readonly kicked: ReadonlySet<string>;
}

export const noInvitations: Inviting = { invitations: new Map(), kicked: new Set() };

interface CommandBase {
  readonly teamId: number;
  readonly callerId: string;
  readonly now: Date;
}

export type InvitationCommand =
  | (CommandBase & {
      readonly type: "CreateInvitation";
      readonly invitationId: string;
      readonly tokenDigest: string;
      /** Sealed with the server key. */
      readonly token: string;
      readonly expiresAt: string;
      readonly maxUses: number;
    })
  | (CommandBase & {
      readonly type: "RevokeInvitation";
      readonly invitationId: string;
      /** Whether the read model has it: the state does not remember all revoked ones. */
      readonly wasCreated: boolean;
    })
  /** By an operator: including those that would be usable again if their creator became manager again. */
  | (Omit<CommandBase, "callerId"> & { readonly type: "RevokeInvitations" })
  /** By an invitation that the read model has. */
  | (CommandBase & { readonly type: "JoinByInvitation"; readonly invitationId: string });

type CommandOf<T extends InvitationCommand["type"]> = Extract<InvitationCommand, { type: T }>;

type Facts = Inviting & { readonly roster: Roster; readonly memberLimit: number };

/** spec/daily-use.md rules 20–24 */
export function decideInvitation(
  command: CommandOf<"CreateInvitation" | "RevokeInvitation">,
  facts: Facts,
): TeamEvent[] {
  return command.type === "CreateInvitation" ? create(command, facts) : revoke(command, facts);
}

function create(command: CommandOf<"CreateInvitation">, facts: Facts): TeamEvent[] {
  const { type: _, callerId, now, ...made } = command;
  const usable = [...facts.invitations.values()].filter((each) => stateOf(each, facts, now) === "usable");
  if (usable.length >= limits.invitations) throw new Refused("too-many-invitations");
  return [{ type: "InvitationCreated", data: { ...made, createdBy: callerId } }];
}

function revoke(command: CommandOf<"RevokeInvitation">, facts: Facts): TeamEvent[] {
  const { teamId, invitationId, callerId: revokedBy, wasCreated, now } = command;
  const invitation = facts.invitations.get(invitationId);
  if (!invitation && !wasCreated) throw new Refused("invitation-not-found");
  if (!invitation || !canBeUsable(invitation, now)) return [];
  return [{ type: "InvitationRevoked", data: { teamId, invitationId, revokedBy } }];
}

/** Whether it is usable now, or would be if its creator became manager again. */
const canBeUsable = (invitation: Invitation, now: Date) =>
  invitationState({ ...invitation, isMakerManager: true }, now) === "usable";

/** All that can be usable, by an operator. */
export function revokeInvitations(
  { teamId, now }: CommandOf<"RevokeInvitations">,
  facts: Facts,
): TeamEvent[] {
  return [...facts.invitations].flatMap(([invitationId, invitation]): TeamEvent[] =>
    canBeUsable(invitation, now)
      ? [{ type: "InvitationRevoked", data: { teamId, invitationId, revokedBy: null } }]
      : [],
  );
}

/** In a deleted team no invitation is found. */
export function joinByInvitation(command: CommandOf<"JoinByInvitation">, facts: Facts): TeamEvent[] {
  const { teamId, invitationId, callerId: memberId, now } = command;
  const { roster, memberLimit } = facts;
  if (roster.phase !== "live") throw new Refused("invitation-not-found");
  if (isMember(roster, memberId)) throw new Refused("already-joined");
  const invitation = facts.invitations.get(invitationId);
  if (!invitation) throw new Refused(endedRefusals.revoked);
  const state = stateOf(invitation, facts, now);
  if (state !== "usable") throw new Refused(endedRefusals[state]);
  if (facts.kicked.has(memberId)) throw new Refused("kicked-from-team");
  const size = { managers: managersOf(roster), members: roster.members.size, memberLimit };
  if (!canMove("outsider", "JOIN", size)) throw new Refused("team-full");
  const invitedBy = invitation.createdBy;
  return [{ type: "MemberJoined", data: { teamId, memberId, invitationId, invitedBy } }];
}

const stateOf = (invitation: Invitation, { roster }: Facts, now: Date): InvitationState =>
  invitationState({ ...invitation, isMakerManager: isManager(roster, invitation.createdBy) }, now);

const maxRemembered = 100;

/**
 * Creating and revoking many must not lengthen each fold of the team: the oldest revoked one is dropped. One that only
 * the read model has is therefore a revoked one.
 */
function notTooMany(invitations: Inviting["invitations"]): Inviting["invitations"] {
  if (invitations.size < maxRemembered) return invitations;
  const [oldest] = [...invitations].find(([, { isRevoked }]) => isRevoked) ?? [];
  return new Map([...invitations].filter(([id]) => id !== oldest));
}

export function evolveInviting({ invitations, kicked }: Inviting, { type, data }: TeamEvent): Inviting {
  const changed = (id: string, change: (before: Invitation) => Partial<Invitation>) => {
    const before = invitations.get(id);
    return before ? new Map(invitations).set(id, { ...before, ...change(before) }) : invitations;
  };
  const without = (...memberIds: string[]) => new Set([...kicked].filter((id) => !memberIds.includes(id)));
  switch (type) {
    case "InvitationCreated": {
      const { invitationId, tokenDigest: digest, createdBy, expiresAt, maxUses } = data;
      const made = { digest, createdBy, expiresAt, maxUses, uses: 0, isRevoked: false };
      return { invitations: new Map(notTooMany(invitations)).set(invitationId, made), kicked };
    }
    case "InvitationRevoked":
      return { invitations: changed(data.invitationId, () => ({ isRevoked: true })), kicked };
    case "MemberJoined":
      return {
        invitations: changed(data.invitationId ?? "", ({ uses }) => ({ uses: uses + 1 })),
        kicked: without(data.memberId),
      };
    case "ApplicantsAdmitted":
      return { invitations, kicked: without(...data.memberIds) };
    case "MemberKicked":
      return { invitations, kicked: new Set(kicked).add(data.memberId) };
    case "TeamDeleted":
      return noInvitations;
    default:
      return { invitations, kicked };
  }
}
