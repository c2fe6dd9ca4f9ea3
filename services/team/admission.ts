import { Refused } from "#contracts/errors";
import { canMove } from "#contracts/machines/team-role";
import type { TeamEvent } from "#contracts/team/events";
import type { RecruitmentFacts } from "../recruitment/facts.ts";
import { isMember, managersOf, type Roster } from "./facts.ts";
import { permits, permitsAdmission } from "./permits.ts";

/** A member to be admitted to a team. */
export interface Named {
  readonly memberId: string;
  readonly exists: boolean;
}

export interface AdmitApplicants {
  readonly type: "AdmitApplicants";
  readonly teamId: number;
  readonly callerId: string;
  readonly recruitmentId: number;
  /** Undefined if there is no such recruitment. */
  readonly recruitment: RecruitmentFacts | undefined;
  /** Whether the caller manages the recruitment's team, according to that team's own stream. */
  readonly managesItsTeam: boolean;
  readonly applicants: readonly Named[];
}

/** spec/wire-contract.md §6.7: all or nothing, decided in the stream that counts the seats. */
export function admitApplicants(
  command: AdmitApplicants,
  { roster, memberLimit }: { roster: Roster; memberLimit: number },
): TeamEvent[] {
  const { teamId, callerId, recruitmentId, recruitment, applicants } = command;
  permitsAdmission(recruitment, command);
  permits({ roster }, callerId, command.type);
  if (recruitment.teamId !== teamId) throw new Refused("not-the-recruitments-team");
  assertExisting(applicants);
  if (applicants.some(({ memberId }) => isMember(roster, memberId))) throw new Refused("already-joined");
  assertApplicants(applicants, recruitment);
  // There must be a seat for the last one.
  const size = {
    managers: managersOf(roster),
    members: roster.members.size + applicants.length - 1,
    memberLimit,
  };
  if (!canMove("outsider", "INVITE", size)) throw new Refused("team-full");
  return [admitted(teamId, recruitmentId, callerId, applicants)];
}

/** The members with whom a team begins, besides its creator (spec/wire-contract.md §4.5). */
export function firstApplicants(
  command: {
    readonly teamId: number;
    readonly callerId: string;
    readonly recruitmentId: number | null;
    readonly recruitment: RecruitmentFacts | undefined;
    readonly applicants: readonly Named[];
  },
  memberLimit: number,
): TeamEvent[] {
  const { teamId, callerId, recruitmentId, recruitment, applicants } = command;
  if (recruitmentId !== null) {
    permitsAdmission(recruitment, { callerId, managesItsTeam: false });
    if (recruitment.teamId !== null) throw new Refused("recruitment-has-team");
  }
  assertExisting(applicants);
  assertApplicants(applicants, recruitment);
  if (1 + applicants.length > memberLimit) throw new Refused("team-full");
  return recruitmentId === null || applicants.length === 0
    ? []
    : [admitted(teamId, recruitmentId, callerId, applicants)];
}

function assertExisting(applicants: readonly Named[]): void {
  if (applicants.some(({ exists }) => !exists)) throw new Refused("member-not-found");
}

function assertApplicants(applicants: readonly Named[], recruitment: RecruitmentFacts | undefined): void {
  if (applicants.some(({ memberId }) => !recruitment?.applicants.has(memberId)))
    throw new Refused("not-an-applicant");
}

const admitted = (
  teamId: number,
  recruitmentId: number,
  admittedBy: string,
  applicants: readonly Named[],
): TeamEvent => ({
  type: "ApplicantsAdmitted",
  data: { teamId, recruitmentId, memberIds: applicants.map(({ memberId }) => memberId), admittedBy },
});
