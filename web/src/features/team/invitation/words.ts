import type { Invitation } from "#contracts/invitation/api";
import type { Team } from "#contracts/team/api";

/** What the dialog shows of a team. */
export type InvitingTeam = Pick<Team, "teamId" | "teamName" | "memberCount" | "memberLimit">;

/** `12월 18일`, in another year than that of `today` `2026년 1월 3일`. */
export function dayOf(at: string, today: string): string {
  const [year, month, day] = at.slice(0, 10).split("-").map(Number);
  return `${year === Number(today.slice(0, 4)) ? "" : `${year}년 `}${month}월 ${day}일`;
}

/** `10명 중 3명 가입`, once no one can join any more `5명 모두 가입`. */
export const usesOf = ({ uses, maxUses }: Pick<Invitation, "uses" | "maxUses">): string =>
  uses >= maxUses ? `${maxUses}명 모두 가입` : `${maxUses}명 중 ${uses}명 가입`;
