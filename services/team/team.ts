import { type RefusalCode, Refused } from "#contracts/errors";
import { canMove, type RoleMove, type TeamRole } from "#contracts/machines/team-role";
import type { Role } from "#contracts/membership/api";
import { isTopic, type Topic } from "#contracts/team/api";
import type { TeamEvent } from "#contracts/team/events";
import type { Decider } from "../platform/decider.ts";
import type { RecruitmentFacts } from "../recruitment/facts.ts";
import { type AdmitApplicants, admitApplicants, firstApplicants, type Named } from "./admission.ts";
import { evolveRoster, isManager, isMember, managersOf, noRoster, type Roster } from "./facts.ts";
import {
  decideInvitation,
  evolveInviting,
  type InvitationCommand,
  type Inviting,
  joinByInvitation,
  noInvitations,
} from "./invitations.ts";
import { withdrawFrom } from "./withdrawal.ts";

export interface TeamInfo {
  readonly name: string;
  readonly explain: string;
  readonly topic: Topic;
  readonly memberLimit: number;
  /** Path under /images/, null for the default picture. */
  readonly imageUrl: string | null;
}

export interface TeamState extends Inviting {
  readonly roster: Roster;
  readonly info: TeamInfo | null;
  /** Sealed with the server key. */
  readonly entryPassword: string;
  readonly announcement: string;
  readonly revision: number;
  /** The recruitment it was created from or that reserved it, whatever its state. */
  readonly recruitmentId: number | null;
}

/** `guess` is the outcome of comparing the entry password, which requires the server key. */
export type Guess =
  | { readonly verdict: "right" | "wrong" }
  | { readonly verdict: "exhausted"; readonly retryAfter: number };

interface OfTeam {
  readonly teamId: number;
  readonly callerId: string;
}

interface RoleChange extends OfTeam {
  readonly targetId: string;
  /** Whether a member with that uuid exists. */
  readonly targetExists: boolean;
  readonly reason: string | null;
}

export type TeamCommand =
  | (OfTeam & {
      readonly type: "CreateTeam";
      readonly info: Omit<TeamInfo, "topic"> & { topic: string };
      readonly entryPassword: string;
      /** The recruitment from which the team is created, and the applicants to admit. */
      readonly recruitmentId: number | null;
      readonly applicants: readonly Named[];
      /** Facts of that recruitment; undefined if there is none. */
      readonly recruitment: RecruitmentFacts | undefined;
    })
  | (OfTeam & {
      readonly type: "ChangeTeamInfo";
      readonly ifMatch: number | undefined;
      readonly info: {
        [K in keyof TeamInfo]: (K extends "topic" ? string : NonNullable<TeamInfo[K]>) | undefined;
      };
      /** Encrypted; undefined keeps the current one. */
      readonly entryPassword: string | undefined;
    })
  | (OfTeam & { readonly type: "ChangeAnnouncement"; readonly announcement: string })
  | (OfTeam & { readonly type: "JoinTeam"; readonly guess: Guess })
  | (OfTeam & { readonly type: "LeaveTeam" })
  /** The caller has withdrawn from the site. Never refused. */
  | (OfTeam & { readonly type: "WithdrawFromTeam" })
  | (RoleChange & { readonly type: "AddCoManager" | "DelegateManager" | "DemoteManager" | "KickMember" })
  | AdmitApplicants
  | InvitationCommand
  | (OfTeam & {
      readonly type: "ReserveRecruitment";
      readonly recruitmentId: number;
      /** Whether another recruitment that reserved the team exists. */
      readonly isTaken: boolean;
    })
  /** It was reserved for a recruitment and never created. */
  | (OfTeam & { readonly type: "AbandonTeam" })
  | (OfTeam & { readonly type: "DeleteTeam" });

/** The rules of a team and the roles in it (spec/wire-contract.md §4). */
export const team: Decider<TeamState, TeamCommand, TeamEvent> = {
  isRemembered: true,
  initial: {
    roster: noRoster,
    info: null,
    entryPassword: "",
    announcement: "",
    revision: 0,
    recruitmentId: null,
    ...noInvitations,
  },

  decide(command, state) {
    if (command.type === "CreateTeam") return create(command, state);
    if (command.type === "AbandonTeam") return abandon(command, state);
    if (command.type === "AdmitApplicants")
      return admitApplicants(command, { roster: state.roster, memberLimit: state.info?.memberLimit ?? 0 });
    if (command.type === "WithdrawFromTeam") return withdraw(command, state);
    if (command.type === "JoinByInvitation")
      return joinByInvitation(command, { ...state, memberLimit: state.info?.memberLimit ?? 0 });
    const info = liveInfo(state);
    switch (command.type) {
      case "JoinTeam":
        return join(command, state, info);
      case "LeaveTeam":
        return leave(command, state, info);
      case "ChangeTeamInfo":
        return changeInfo(command, state, info);
      case "ChangeAnnouncement":
        return changeAnnouncement(command, state);
      case "ReserveRecruitment":
        return reserveRecruitment(command, state);
      case "CreateInvitation":
      case "RevokeInvitation":
      case "RevokeInvitations":
        return decideInvitation(command, { ...state, memberLimit: info.memberLimit });
      case "DeleteTeam":
        assertManager(state, command.callerId);
        return [{ type: "TeamDeleted", data: { teamId: command.teamId } }];
      default:
        return changeRole(command, state, info);
    }
  },

  evolve(before, event) {
    const roster = evolveRoster(before.roster, event);
    const state = { ...before, ...evolveInviting(before, event), roster };
    const { type, data } = event;
    if (type === "TeamCreated" || type === "TeamInfoChanged") {
      const { name, explain, topic, memberLimit, imageUrl, revision } = data;
      return {
        ...state,
        info: { name, explain, topic, memberLimit, imageUrl },
        entryPassword: type === "TeamCreated" ? data.entryPassword : state.entryPassword,
        revision,
        recruitmentId: type === "TeamCreated" ? data.recruitmentId : state.recruitmentId,
      };
    }
    if (type === "RecruitmentReserved") return { ...state, recruitmentId: data.recruitmentId };
    if (type === "EntryPasswordChanged")
      return { ...state, entryPassword: data.entryPassword, revision: data.revision };
    if (type === "AnnouncementChanged") return { ...state, announcement: data.announcement };
    return state;
  },
};

type CommandOf<T extends TeamCommand["type"]> = Extract<TeamCommand, { type: T }>;

function create(command: CommandOf<"CreateTeam">, state: TeamState): TeamEvent[] {
  const { teamId, callerId, info, entryPassword, recruitmentId } = command;
  const { topic } = info;
  if (!isTopic(topic)) throw new Refused("unknown-topic");
  const applicants = firstApplicants(command, info.memberLimit);
  // Another team reserved the recruitment meanwhile and closed this stream before it began.
  if (state.roster.phase !== "absent") throw new Refused("recruitment-has-team");
  const data = { ...info, topic, teamId, creatorId: callerId, entryPassword, recruitmentId, revision: 1 };
  return [{ type: "TeamCreated", data }, ...applicants];
}

const abandon = ({ teamId }: CommandOf<"AbandonTeam">, { roster }: TeamState): TeamEvent[] =>
  roster.phase === "absent" ? [{ type: "TeamDeleted", data: { teamId } }] : [];

function reserveRecruitment(command: CommandOf<"ReserveRecruitment">, state: TeamState): TeamEvent[] {
  const { teamId, callerId, recruitmentId, isTaken } = command;
  if (!isMember(state.roster, callerId)) throw new Refused("not-in-team");
  assertManager(state, callerId);
  if (isTaken) throw new Refused("recruitment-exists");
  if (state.recruitmentId === recruitmentId) return [];
  return [{ type: "RecruitmentReserved", data: { teamId, recruitmentId, reservedBy: callerId } }];
}

function join(
  { teamId, callerId, guess }: CommandOf<"JoinTeam">,
  state: TeamState,
  info: TeamInfo,
): TeamEvent[] {
  if (guess.verdict === "exhausted") throw new Refused("too-many-guesses", { retryAfter: guess.retryAfter });
  if (guess.verdict === "wrong") throw new Refused("wrong-entry-password");
  if (isMember(state.roster, callerId)) throw new Refused("already-joined");
  assertMove(state, info, callerId, "JOIN", "team-full");
  return [
    { type: "MemberJoined", data: { teamId, memberId: callerId, invitationId: null, invitedBy: null } },
  ];
}

function leave({ teamId, callerId }: CommandOf<"LeaveTeam">, state: TeamState, info: TeamInfo): TeamEvent[] {
  if (!isMember(state.roster, callerId)) throw new Refused("not-in-team");
  assertMove(state, info, callerId, "LEAVE", "manager-cannot-leave");
  const role = state.roster.members.get(callerId) as Role;
  return [{ type: "MemberLeft", data: { teamId, memberId: callerId, role, withdrawn: false } }];
}

function withdraw(
  { teamId, callerId }: CommandOf<"WithdrawFromTeam">,
  { roster, info }: TeamState,
): TeamEvent[] {
  return info === null ? [] : withdrawFrom(roster, { teamId, memberLimit: info.memberLimit }, callerId);
}

function changeInfo(command: CommandOf<"ChangeTeamInfo">, state: TeamState, info: TeamInfo): TeamEvent[] {
  const { teamId, callerId, ifMatch, entryPassword } = command;
  assertManager(state, callerId);
  if (ifMatch !== undefined && ifMatch !== state.revision) throw new Refused("stale-revision");
  const topic = command.info.topic ?? info.topic;
  if (!isTopic(topic)) throw new Refused("unknown-topic");
  const next: TeamInfo = {
    name: command.info.name ?? info.name,
    explain: command.info.explain ?? info.explain,
    topic,
    memberLimit: command.info.memberLimit ?? info.memberLimit,
    imageUrl: command.info.imageUrl ?? info.imageUrl,
  };
  if (next.memberLimit < state.roster.members.size) throw new Refused("limit-below-count");
  const isSame = (Object.keys(next) as (keyof TeamInfo)[]).every((field) => next[field] === info[field]);
  const revision = state.revision + 1;
  const events: TeamEvent[] = [];
  if (!isSame) events.push({ type: "TeamInfoChanged", data: { ...next, teamId, revision } });
  if (entryPassword) events.push({ type: "EntryPasswordChanged", data: { teamId, entryPassword, revision } });
  return events;
}

function changeAnnouncement(command: CommandOf<"ChangeAnnouncement">, state: TeamState): TeamEvent[] {
  assertManager(state, command.callerId);
  const { teamId, announcement } = command;
  return announcement === state.announcement
    ? []
    : [{ type: "AnnouncementChanged", data: { teamId, announcement } }];
}

type RoleCommand = CommandOf<"AddCoManager" | "DelegateManager" | "DemoteManager" | "KickMember">;

function changeRole(command: RoleCommand, state: TeamState, info: TeamInfo): TeamEvent[] {
  const { teamId, callerId, targetId, reason } = command;
  assertManager(state, callerId);
  if (targetId === callerId) throw new Refused("target-is-self");
  if (!command.targetExists) throw new Refused("member-not-found");
  const role = state.roster.members.get(targetId);
  if (role === undefined) throw new Refused("not-in-team");
  switch (command.type) {
    case "AddCoManager":
      if (role === "MANAGER") throw new Refused("already-manager");
      assertMove(state, info, targetId, "ADD_CO_MANAGER", "too-many-managers");
      return [{ type: "CoManagerAdded", data: { teamId, memberId: targetId, addedBy: callerId, reason } }];
    case "DelegateManager":
      assertMove(state, info, targetId, "RECEIVE_DELEGATION", "already-manager");
      return [{ type: "ManagerDelegated", data: { teamId, fromId: callerId, toId: targetId, reason } }];
    case "DemoteManager":
      assertMove(state, info, targetId, "DEMOTE", "target-not-manager");
      return [{ type: "ManagerDemoted", data: { teamId, memberId: targetId, demotedBy: callerId, reason } }];
    case "KickMember":
      return [
        { type: "MemberKicked", data: { teamId, memberId: targetId, role, kickedBy: callerId, reason } },
      ];
  }
}

function liveInfo(state: TeamState): TeamInfo {
  if (state.roster.phase !== "live" || state.info === null) throw new Refused("team-not-found");
  return state.info;
}

function assertManager(state: TeamState, uuid: string): void {
  if (!isManager(state.roster, uuid)) throw new Refused("not-a-manager");
}

function assertMove(
  state: TeamState,
  info: TeamInfo,
  uuid: string,
  move: RoleMove["type"],
  code: RefusalCode,
): void {
  const size = {
    managers: managersOf(state.roster),
    members: state.roster.members.size,
    memberLimit: info.memberLimit,
  };
  if (!canMove(roleIn(state.roster, uuid), move, size)) throw new Refused(code);
}

const roleIn = (roster: Roster, uuid: string): TeamRole => {
  const role = roster.members.get(uuid);
  return role === undefined ? "outsider" : role === "MANAGER" ? "manager" : "member";
};
