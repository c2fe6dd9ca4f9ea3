import type { Application } from "#contracts/application/api";
import { canMoveApplication } from "#contracts/machines/application";
import { canMoveRecruitment, type RecruitmentMove } from "#contracts/machines/recruitment";
import type { RecruitmentDetail } from "#contracts/recruitment/api";

/**
 * What the box `신청하기` is like: not there, asking to log in, out of place for those who are in the team, waiting for an
 * answer, or ready to be written in.
 */
export type ApplyBoxState = "hidden" | "visitor" | "member" | "applied" | "open";

/** What somebody may see of a recruitment and do with it (spec/ui.md §13.2). */
export interface Standing {
  readonly isAuthor: boolean;
  readonly may: (move: RecruitmentMove["type"]) => boolean;
  readonly mine: Application | undefined;
  readonly showsContact: boolean;
  readonly applyBox: ApplyBoxState;
  readonly showsApplications: boolean;
  /** Whether an empty list asks to be the first in it: only those who could apply (docs/decisions/web.md). */
  readonly isInviting: boolean;
}

/** The moves come from the machine that the server asks too; only who one is stands in the recruitment itself. */
export function standingOf(
  recruitment: RecruitmentDetail,
  { isLoggedIn, isInTeam }: { readonly isLoggedIn: boolean; readonly isInTeam: boolean },
): Standing {
  const { isAuthor, isRecruiting, teamId, teamApplyResponses } = recruitment;
  const allows = (move: RecruitmentMove["type"]) =>
    canMoveRecruitment(isRecruiting ? "recruiting" : "closed", move, teamId !== null);
  const isOpen = allows("APPLY");
  const mine = teamApplyResponses.find(({ isMyApply }) => isMyApply);
  return {
    isAuthor,
    may: (move) => isAuthor && allows(move),
    mine,
    showsContact: isOpen || isAuthor,
    applyBox:
      isAuthor || !isOpen ? "hidden" : boxOf({ isLoggedIn, isInTeam, hasApplied: mine !== undefined }),
    showsApplications: isOpen || isAuthor || teamApplyResponses.length > 0,
    isInviting: isOpen && !isAuthor && !isInTeam,
  };
}

/** The box of somebody else's open recruitment. The server refuses members of its team (spec/wire-contract.md, `already-joined`). */
function boxOf(who: { isLoggedIn: boolean; isInTeam: boolean; hasApplied: boolean }): ApplyBoxState {
  if (!who.isLoggedIn) return "visitor";
  if (who.isInTeam) return "member";
  return who.hasApplied ? "applied" : "open";
}

/** What may be done with a pending application, by its applicant or by the authors. */
export const applicationMoves = ({ isMyApply }: Application, isAuthor: boolean) => ({
  edit: isMyApply && canMoveApplication("pending", "EDIT"),
  withdraw: isMyApply && canMoveApplication("pending", "WITHDRAW"),
  remove: !isMyApply && isAuthor && canMoveApplication("pending", "REMOVE"),
});
