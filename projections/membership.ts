import type { EventType } from "#contracts/events";
import type { Role } from "#contracts/membership/api";
import { position } from "./position.ts";
import type { EventMeta, Handlers, RowOf } from "./projection.ts";
import { patch, remove, removeWhere, upsert } from "./projection.ts";

/** One row per membership; team-members keeps it by team, my-teams by member. */
export const membershipColumns = {
  team_id: "bigint",
  member_id: "uuid",
  /** `MANAGER` or `MEMBER`. */
  role: "text",
  joined_at: "timestamptz",
  /** Sorts by join time even if several members join with one event. */
  joined_position: "text",
} as const;
type MembershipRow = RowOf<typeof membershipColumns>;

const joined = (teamId: number, memberId: string, role: Role, meta: EventMeta, index = 0) =>
  upsert<MembershipRow>({
    team_id: teamId,
    member_id: memberId,
    role,
    joined_at: meta.occurredAt,
    joined_position: position(meta, index),
  });
const becomes = (teamId: number, memberId: string, role: Role) =>
  patch<MembershipRow>({ team_id: teamId, member_id: memberId }, { role });
const ended = (teamId: number, memberId: string) =>
  remove<MembershipRow>({ team_id: teamId, member_id: memberId });

/** The effects of a team's events on its memberships. */
export const membershipHandlers: Handlers<MembershipRow> = {
  TeamCreated: ({ teamId, creatorId }, meta) => [joined(teamId, creatorId, "MANAGER", meta)],
  MemberJoined: ({ teamId, memberId }, meta) => [joined(teamId, memberId, "MEMBER", meta)],
  ApplicantsAdmitted: ({ teamId, memberIds }, meta) =>
    memberIds.map((memberId, index) => joined(teamId, memberId, "MEMBER", meta, index)),
  MemberLeft: ({ teamId, memberId }) => [ended(teamId, memberId)],
  MemberKicked: ({ teamId, memberId }) => [ended(teamId, memberId)],
  CoManagerAdded: ({ teamId, memberId }) => [becomes(teamId, memberId, "MANAGER")],
  ManagerDelegated: ({ teamId, fromId, toId }) => [
    becomes(teamId, fromId, "MEMBER"),
    becomes(teamId, toId, "MANAGER"),
  ],
  ManagerDemoted: ({ teamId, memberId }) => [becomes(teamId, memberId, "MEMBER")],
  ManagerSucceeded: ({ teamId, memberId }) => [becomes(teamId, memberId, "MANAGER")],
  TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
};

/** The events that change membership or roles of a team. */
export const membershipTypes = Object.keys(membershipHandlers) as EventType[];
