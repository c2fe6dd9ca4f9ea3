import type { TeamEvent } from "#contracts/team/events";
import { bamtol, dotori, hodu, janmul } from "./people.ts";

const teamId = 12;

/** What happens to the people of 아침반 after its creation, in the words of spec/wire-contract.md §4.15. */
export const admitted: TeamEvent = {
  type: "ApplicantsAdmitted",
  data: { teamId, recruitmentId: 5, memberIds: [hodu, janmul], admittedBy: dotori },
};
export const left = (
  withdrawn = false,
  memberId = bamtol,
  role: "MEMBER" | "MANAGER" = "MEMBER",
): TeamEvent => ({
  type: "MemberLeft",
  data: { teamId, memberId, role, withdrawn },
});
export const kicked: TeamEvent = {
  type: "MemberKicked",
  data: { teamId, memberId: bamtol, role: "MEMBER", kickedBy: dotori, reason: "연락이 끊겼어요" },
};
export const coManagerAdded: TeamEvent = {
  type: "CoManagerAdded",
  data: { teamId, memberId: bamtol, addedBy: dotori, reason: "새 학기라 역할을 나눠요" },
};
export const delegated: TeamEvent = {
  type: "ManagerDelegated",
  data: { teamId, fromId: dotori, toId: bamtol, reason: null },
};
export const demoted: TeamEvent = {
  type: "ManagerDemoted",
  data: { teamId, memberId: bamtol, demotedBy: dotori, reason: null },
};
export const succeeded: TeamEvent = { type: "ManagerSucceeded", data: { teamId, memberId: bamtol } };
export const infoChanged: TeamEvent = {
  type: "TeamInfoChanged",
  data: {
    teamId,
    name: "저녁 Java반",
    explain: "",
    topic: "스터디",
    memberLimit: 4,
    imageUrl: "/images/3b/3b90.jpg",
    revision: 2,
  },
};
export const passwordChanged: TeamEvent = {
  type: "EntryPasswordChanged",
  data: { teamId, entryPassword: "sealed-0000", revision: 3 },
};
export const announced: TeamEvent = {
  type: "AnnouncementChanged",
  data: { teamId, announcement: "이번 주는 그래프!" },
};
export const discussionOptionsChanged: TeamEvent = {
  type: "DiscussionOptionsChanged",
  data: { teamId, reviewPartner: true, solveFirst: true, changedBy: dotori },
};
export const dayEndChanged: TeamEvent = {
  type: "DayEndChanged",
  data: { teamId, dayEndsAt: "02:00", changedBy: dotori },
};
export const discordLinked: TeamEvent = {
  type: "DiscordLinked",
  data: { teamId, address: "sealed-webhook", linkedBy: dotori },
};
export const discordUnlinked = (because: "manager" | "refused" = "manager"): TeamEvent => ({
  type: "DiscordUnlinked",
  data: { teamId, because, unlinkedBy: because === "manager" ? dotori : null },
});
export const recruitmentReserved: TeamEvent = {
  type: "RecruitmentReserved",
  data: { teamId, recruitmentId: 5, reservedBy: dotori },
};
export const teamDeleted: TeamEvent = { type: "TeamDeleted", data: { teamId } };
