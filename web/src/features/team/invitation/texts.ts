import type { Invitation } from "#contracts/invitation/api";
import type { Team } from "#contracts/team/api";
import { monthDay } from "#web/ui/month-calendar-days.ts";

/** The fields of a team that the dialog shows. */
export type InvitingTeam = Pick<Team, "teamId" | "teamName" | "memberCount" | "memberLimit">;

/** Formats an instant as `12월 18일`, or as `2026년 1월 3일` if its year is not that of `today`. */
export const dayOf = (at: string, today: string): string => monthDay(at.slice(0, 10), today);

/** `10명 중 3명 가입`, or `5명 모두 가입` once all uses are consumed. */
export const usesOf = ({ uses, maxUses }: Pick<Invitation, "uses" | "maxUses">): string =>
  uses >= maxUses ? `${maxUses}명 모두 가입` : `${maxUses}명 중 ${uses}명 가입`;
