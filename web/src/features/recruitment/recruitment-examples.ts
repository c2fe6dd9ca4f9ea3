import type { Application } from "#contracts/application/api";
import type { RecruitmentDetail } from "#contracts/recruitment/api";

/** A recruiting post without team and applicants, seen by somebody else; for specs. */
export const recruitmentOf = (change: Partial<RecruitmentDetail> = {}): RecruitmentDetail => ({
  teamRecruitId: 5,
  recruitId: 5,
  teamId: null,
  teamRecruitTitle: "평일 아침 코테 스터디",
  teamRecruitBody: "<p>함께 풀어요</p>",
  chatUrl: "https://open.example/morning",
  imageUrl: null,
  isRecruiting: true,
  memberNickName: "도토리",
  isAuthor: false,
  createdAt: "2025-09-03",
  teamApplyResponses: [],
  teamMemberUuids: [],
  revision: 1,
  ...change,
});

export const applicationOf = (teamApplyId: number, change: Partial<Application> = {}): Application => ({
  teamApplyId,
  teamApplyBody: null,
  memberName: `지원자 ${teamApplyId}`,
  isMyApply: false,
  ...change,
});
