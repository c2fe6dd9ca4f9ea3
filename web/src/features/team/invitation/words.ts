import type { Invitation } from "#contracts/invitation/api";
import type { Team } from "#contracts/team/api";
import { monthDay } from "#web/ui/month-calendar-days.ts";

/** What the dialog shows of a team. */
export type InvitingTeam = Pick<Team, "teamId" | "teamName" | "memberCount" | "memberLimit">;

/** `12월 18일` of an instant, in another year than that of `today` `2026년 1월 3일`. */
export const dayOf = (at: string, today: string): string => monthDay(at.slice(0, 10), today);

/** `10명 중 3명 가입`, once no one can join any more `5명 모두 가입`. */
export const usesOf = ({ uses, maxUses }: Pick<Invitation, "uses" | "maxUses">): string =>
  uses >= maxUses ? `${maxUses}명 모두 가입` : `${maxUses}명 중 ${uses}명 가입`;
