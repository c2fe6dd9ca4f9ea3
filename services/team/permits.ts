import { type RefusalCode, Refused } from "#contracts/errors";
import type { RecruitmentFacts } from "../recruitment/facts.ts";
import { assertLive, isManager, isMember, type Roster } from "./facts.ts";

interface Demand {
  readonly holds: (roster: Roster, callerId: string) => boolean;
  readonly otherwise: RefusalCode;
}

const member: Demand = { holds: isMember, otherwise: "caller-not-in-team" };
const manager: Demand = { holds: isManager, otherwise: "not-a-manager" };

/** Of commands in a live team. Whether an invitation admits its bearer is decided with the invitation. */
const demands = {
  JoinTeam: [],
  LeaveTeam: [member],
  ChangeTeamInfo: [manager],
  ChangeAnnouncement: [manager],
  ChangeDiscussionOptions: [manager],
  ChangeDayEnd: [manager],
  AddCoManager: [manager],
  DelegateManager: [manager],
  DemoteManager: [manager],
  KickMember: [manager],
  AdmitApplicants: [manager],
  CreateInvitation: [manager],
  RevokeInvitation: [manager],
  ReserveRecruitment: [member, manager],
  DeleteTeam: [manager],
} satisfies Record<string, readonly Demand[]>;

/**
 * Who may do what in a team.
 * @throws Refused `team-not-found`, `caller-not-in-team`, `not-a-manager`
 */
export function permits(
  { roster }: { readonly roster: Roster },
  callerId: string,
  action: keyof typeof demands,
): void {
  assertLive(roster);
  for (const { holds, otherwise } of demands[action])
    if (!holds(roster, callerId)) throw new Refused(otherwise);
}

/**
 * Who may take members from a recruitment: its writer, for an existing team also a manager of the recruitment's team.
 * @throws Refused `recruitment-not-found`, `not-the-recruiter`
 */
export function permitsAdmission(
  recruitment: RecruitmentFacts | undefined,
  { callerId, managesItsTeam }: { readonly callerId: string; readonly managesItsTeam: boolean },
): asserts recruitment is RecruitmentFacts {
  if (!recruitment) throw new Refused("recruitment-not-found");
  if (recruitment.authorId !== callerId && !managesItsTeam) throw new Refused("not-the-recruiter");
}
