import { canMoveRecruitment, type RecruitmentMove } from "#contracts/machines/recruitment";
import type { RecruitmentDetail } from "#contracts/recruitment/api";

/** The box `신청하기`: absent, with a login link, disabled for team members, waiting for a decision, or open. */
export type ApplyBoxState = "hidden" | "visitor" | "member" | "applied" | "open";

/** The permissions of a caller on a recruitment (spec/ui.md §13.2). */
export type Permissions = ReturnType<typeof permissionsOf>;

/** Allowed transitions come from the state machine that the server uses too. */
export function permissionsOf(
  recruitment: RecruitmentDetail,
  { isLoggedIn, isInTeam }: { readonly isLoggedIn: boolean; readonly isInTeam: boolean },
) {
  const { isAuthor, isRecruiting, teamId, teamApplyResponses } = recruitment;
  const allows = (move: RecruitmentMove["type"]) =>
    canMoveRecruitment(isRecruiting ? "recruiting" : "closed", move, teamId !== null);
  const isOpen = allows("APPLY");
  const mine = teamApplyResponses.find(({ isMyApply }) => isMyApply);
  return {
    isAuthor,
    may: (move: RecruitmentMove["type"]) => isAuthor && allows(move),
    mine,
    showsContact: isOpen || isAuthor,
    applyBox:
      isAuthor || !isOpen
        ? ("hidden" as const)
        : boxOf({ isLoggedIn, isInTeam, hasApplied: mine !== undefined }),
    showsApplications: isOpen || isAuthor || teamApplyResponses.length > 0,
    /** Whether an empty list invites the caller, who could apply, to be the first (docs/decisions/web.md). */
    isInviting: isOpen && !isAuthor && !isInTeam,
  };
}

/** The box of another member's open recruitment. The server refuses members of its team (spec/wire-contract.md §6.8). */
function boxOf(who: { isLoggedIn: boolean; isInTeam: boolean; hasApplied: boolean }): ApplyBoxState {
  if (!who.isLoggedIn) return "visitor";
  if (who.isInTeam) return "member";
  return who.hasApplied ? "applied" : "open";
}
