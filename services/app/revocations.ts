import type { View } from "#contracts/live";
import type { RecordedEvent } from "../event-store/event-store.ts";
import type { Revocation } from "../platform/live/options.ts";

const ofManagers = ["team-members", "role-history", "team-invitations"] as const;
const ofMembers = ["presence", "rhythm", "problem-queue", ...ofManagers] as const;
const ofTeam = ["team-page", "team-calendar", "team-articles", "team-writers", ...ofMembers] as const;
const channels = <V extends View>(views: readonly V[], id: unknown) =>
  views.map((view) => ({ view, key: String(id) }));
const lost = (views: readonly View[], member: string, teamId: unknown): Revocation[] =>
  channels(views, teamId).map((channel) => ({ member, ...channel }));

/** Permissions to watch that an event may have revoked, and deleted subjects. Pure. */
export function revocationsOf({ type, data }: RecordedEvent): Revocation[] {
  const text = (field: string) => String(data[field]);
  switch (type) {
    case "MemberKicked":
    case "MemberLeft":
      // The event names no articles: every discussion that the member watches is checked again.
      return [
        ...lost(ofMembers, text("memberId"), data.teamId),
        { member: text("memberId"), view: "discussion" },
      ];
    case "ManagerDemoted":
      return lost(ofManagers, text("memberId"), data.teamId);
    case "ManagerDelegated":
      return lost(ofManagers, text("fromId"), data.teamId);
    case "TeamDeleted":
      return channels(ofTeam, data.teamId).map((deleted) => ({ deleted }));
    case "ArticleDeleted":
      return channels(["discussion"], data.articleId).map((deleted) => ({ deleted }));
    case "RecruitmentDeleted":
      return channels(["recruitment-detail"], data.recruitmentId).map((deleted) => ({ deleted }));
    case "MemberWithdrawn":
      return [{ member: text("memberId") }];
    default:
      return [];
  }
}
