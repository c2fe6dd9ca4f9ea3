import { Refused } from "#contracts/errors";
import type { RecruitmentPhase } from "#contracts/machines/recruitment";
import { isManager, isMember, type Roster } from "../team/facts.ts";

interface Authored {
  readonly phase: RecruitmentPhase;
  readonly authorId: string;
}

/** The caller, and facts from other streams: the members of the linked team, and whether the author has withdrawn. */
export interface ByCaller {
  readonly callerId: string;
  readonly team: Roster;
  readonly isAuthorGone: boolean;
}

export const isLive = ({ phase }: Pick<Authored, "phase">) => phase === "recruiting" || phase === "closed";

/** A recruitment is deleted with its writer and with its team, even if its stream does not contain that yet. */
export const isFound = (state: Authored, { team, isAuthorGone }: ByCaller) =>
  isLive(state) && !isAuthorGone && team.phase !== "deleted";

const isWriter = ({ authorId }: Authored, { callerId }: ByCaller) => authorId === callerId;

const isRecruiter = (state: Authored, caller: ByCaller) =>
  isWriter(state, caller) || isManager(caller.team, caller.callerId);

/**
 * Who may do what with a recruitment.
 * @throws Refused `recruitment-not-found`, `own-recruitment`, `already-joined`, `not-the-recruiter`
 */
export function permits(
  state: Authored,
  caller: ByCaller,
  action: "EditRecruitment" | "SetRecruiting" | "DeleteRecruitment" | "ReserveTeam" | "Apply",
): void {
  if (!isFound(state, caller)) throw new Refused("recruitment-not-found");
  if (action === "Apply") {
    if (isWriter(state, caller)) throw new Refused("own-recruitment");
    if (isMember(caller.team, caller.callerId)) throw new Refused("already-joined");
  } else if (action === "ReserveTeam") {
    if (!isWriter(state, caller)) throw new Refused("not-the-recruiter");
  } else if (!isRecruiter(state, caller)) throw new Refused("not-the-recruiter");
}

/**
 * Who may do what with an application to a recruitment.
 * @throws Refused `application-not-editable`, `application-not-deletable`
 */
export function permitsChange(
  state: Authored,
  { applicantId }: { readonly applicantId: string },
  caller: ByCaller,
  action: "EditApplication" | "DeleteApplication",
): void {
  if (applicantId === caller.callerId) return;
  if (action === "EditApplication") throw new Refused("application-not-editable");
  if (!isRecruiter(state, caller)) throw new Refused("application-not-deletable");
}
