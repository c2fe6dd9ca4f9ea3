import { midnight } from "#contracts/dates";
import { Refused } from "#contracts/errors";
import { isTopic, type Topic } from "#contracts/team/api";
import type { TeamEvent } from "#contracts/team/events";
import type { Decider } from "../platform/decider.ts";
import type { RecruitmentFacts } from "../recruitment/facts.ts";
import { type AdmitApplicants, admitApplicants, firstApplicants, type Named } from "./admission.ts";
import { assertLive, evolveRoster, noRoster, type Roster } from "./facts.ts";
import {
  decideInvitation,
  evolveInviting,
  type InvitationCommand,
  type Inviting,
  joinByInvitation,
  noInvitations,
  revokeInvitations,
} from "./invitations.ts";
import { permits } from "./permits.ts";
import { decideRole, type RoleCommand } from "./roles.ts";
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
  readonly discussion: DiscussionOptions;
  readonly dayEndsAt: string;
  readonly revision: number;
  /** The recruitment it was created from or that reserved it, whatever its state. */
  readonly recruitmentId: number | null;
}

interface DiscussionOptions {
  readonly reviewPartner: boolean;
  readonly solveFirst: boolean;
}

interface OfTeam {
  readonly teamId: number;
  readonly callerId: string;
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
  | (OfTeam & DiscussionOptions & { readonly type: "ChangeDiscussionOptions" })
  | (OfTeam & { readonly type: "ChangeDayEnd"; readonly dayEndsAt: string })
  | RoleCommand
  /** The caller has withdrawn from the site. Never refused. */
  | (OfTeam & { readonly type: "WithdrawFromTeam" })
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
    discussion: { reviewPartner: false, solveFirst: false },
    dayEndsAt: midnight,
    revision: 0,
    recruitmentId: null,
    ...noInvitations,
  },

  decide(command, state) {
    const { roster } = state;
    const seats = { roster, memberLimit: state.info?.memberLimit ?? 0 };
    switch (command.type) {
      case "CreateTeam":
        return create(command, state);
      case "AbandonTeam":
        return abandon(command, state);
      case "WithdrawFromTeam":
        return withdrawFrom(roster, { teamId: command.teamId, ...seats }, command.callerId);
      case "AdmitApplicants":
        return admitApplicants(command, seats);
      case "JoinByInvitation":
        return joinByInvitation(command, { ...state, ...seats });
      case "RevokeInvitations":
        assertLive(roster);
        return revokeInvitations(command, { ...state, ...seats });
    }
    permits(state, command.callerId, command.type);
    switch (command.type) {
      case "ChangeTeamInfo":
        return changeInfo(command, state);
      case "ChangeAnnouncement":
        return changeAnnouncement(command, state);
      case "ChangeDiscussionOptions":
        return changeDiscussionOptions(command, state);
      case "ChangeDayEnd":
        return changeDayEnd(command, state);
      case "ReserveRecruitment":
        return reserveRecruitment(command, state);
      case "CreateInvitation":
      case "RevokeInvitation":
        return decideInvitation(command, { ...state, ...seats });
      case "DeleteTeam":
        return [{ type: "TeamDeleted", data: { teamId: command.teamId } }];
      default:
        return decideRole(command, seats);
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
    if (type === "DiscussionOptionsChanged") {
      const { reviewPartner, solveFirst } = data;
      return { ...state, discussion: { reviewPartner, solveFirst } };
    }
    if (type === "DayEndChanged") return { ...state, dayEndsAt: data.dayEndsAt };
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
  if (isTaken) throw new Refused("recruitment-exists");
  if (state.recruitmentId === recruitmentId) return [];
  return [{ type: "RecruitmentReserved", data: { teamId, recruitmentId, reservedBy: callerId } }];
}

function changeInfo(command: CommandOf<"ChangeTeamInfo">, state: TeamState): TeamEvent[] {
  const { teamId, ifMatch, entryPassword } = command;
  const { info } = state;
  if (info === null) throw new Refused("team-not-found");
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
  const { teamId, announcement } = command;
  return announcement === state.announcement
    ? []
    : [{ type: "AnnouncementChanged", data: { teamId, announcement } }];
}

function changeDiscussionOptions(
  { teamId, callerId, reviewPartner, solveFirst }: CommandOf<"ChangeDiscussionOptions">,
  { discussion }: TeamState,
): TeamEvent[] {
  if (discussion.reviewPartner === reviewPartner && discussion.solveFirst === solveFirst) return [];
  const data = { teamId, reviewPartner, solveFirst, changedBy: callerId };
  return [{ type: "DiscussionOptionsChanged", data }];
}

const changeDayEnd = (
  { teamId, callerId, dayEndsAt }: CommandOf<"ChangeDayEnd">,
  state: TeamState,
): TeamEvent[] =>
  dayEndsAt === state.dayEndsAt
    ? []
    : [{ type: "DayEndChanged", data: { teamId, dayEndsAt, changedBy: callerId } }];
