import type { RecruitmentEvent } from "#contracts/recruitment/events";
import { bamtol, dotori, hodu } from "./people.ts";

const recruitmentId = 5;
type DataOf<T extends RecruitmentEvent["type"]> = Extract<RecruitmentEvent, { type: T }>["data"];

/** 도토리 looks for people, before there is a team: the recruitment of the wire contract's examples. */
export const recruitmentPosted = (over: Partial<DataOf<"RecruitmentPosted">> = {}): RecruitmentEvent => ({
  type: "RecruitmentPosted",
  data: {
    recruitmentId,
    authorId: dotori,
    teamId: null,
    title: "평일 아침 코테 스터디",
    body: "<p>함께 풀어요</p>",
    contact: "https://open.example/morning",
    imageUrl: null,
    revision: 1,
    ...over,
  },
});
export const recruitmentEdited: RecruitmentEvent = {
  type: "RecruitmentEdited",
  data: {
    recruitmentId,
    authorId: dotori,
    title: "저녁 스터디",
    body: "<p>함께 풀어요</p>",
    contact: "https://open.example/morning",
    imageUrl: null,
    revision: 2,
    editedBy: dotori,
  },
};
export const recruitmentClosed = (applicantIds: string[] = []): RecruitmentEvent => ({
  type: "RecruitmentClosed",
  data: { recruitmentId, changedBy: dotori, applicantIds },
});
export const recruitmentResumed = (applicantIds: string[] = []): RecruitmentEvent => ({
  type: "RecruitmentResumed",
  data: { recruitmentId, changedBy: dotori, applicantIds },
});
export const recruitmentDeleted = (
  applicantIds: string[] = [],
  teamId: number | null = null,
): RecruitmentEvent => ({
  type: "RecruitmentDeleted",
  data: { recruitmentId, teamId, applicantIds },
});
export const applied = (applicantId = bamtol, applicationId = 8): RecruitmentEvent => ({
  type: "ApplicationSubmitted",
  data: { recruitmentId, applicationId, applicantId, body: "지원합니다" },
});
export const applicationEdited: RecruitmentEvent = {
  type: "ApplicationEdited",
  data: { recruitmentId, applicationId: 8, applicantId: bamtol, body: "고친 글" },
};
export const applicationWithdrawn: RecruitmentEvent = {
  type: "ApplicationWithdrawn",
  data: { recruitmentId, applicationId: 8, applicantId: bamtol },
};
export const applicationRemoved: RecruitmentEvent = {
  type: "ApplicationRemoved",
  data: { recruitmentId, applicationId: 8, applicantId: bamtol, removedBy: dotori },
};
export const applicationsAccepted: RecruitmentEvent = {
  type: "ApplicationsAccepted",
  data: { recruitmentId, teamId: 12, applicationIds: [8, 9], applicantIds: [bamtol, hodu] },
};
export const teamReserved: RecruitmentEvent = {
  type: "TeamReserved",
  data: { recruitmentId, teamId: 12 },
};
export const teamLinked = (applicantIds: string[] = []): RecruitmentEvent => ({
  type: "TeamLinked",
  data: { recruitmentId, teamId: 12, applicantIds },
});
