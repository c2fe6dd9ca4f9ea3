import type { Application } from "#contracts/application/api";
import type { Article } from "#contracts/article/api";
import { studyDayEnd } from "#contracts/dates";
import type { Discussion } from "#contracts/discussion/api";
import type { MemberInfo } from "#contracts/member/api";
import type { ProblemEntry } from "#contracts/problem-queue/api";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import type { Rhythm } from "#contracts/rhythm/api";
import type { Subject } from "#contracts/subject/api";
import type { Team, TeamAdmin, TeamPage } from "#contracts/team/api";

/** Views as the server sends them, for specs of pages; each may be changed in part. */
type Change<T> = Partial<T>;

/** The member who is logged in. */
export const me = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";

export const teamOf = (change: Change<Team> = {}): Team => ({
  teamId: 12,
  teamName: "새벽네시반",
  teamExplain: "하루를 한 문제로 시작해요",
  imageUrl: "/images/default/team.png",
  topic: "코딩테스트",
  memberLimit: 10,
  memberCount: 1,
  teamAnnouncement: "토요일 밤에 만나요",
  teamRecruitId: null,
  createdAt: "2025-09-01",
  members: [],
  ...change,
});

export const teamPageOf = (
  team: Team = teamOf(),
  { isManager = false, subjectDates = [] }: { isManager?: boolean; subjectDates?: string[] } = {},
): TeamPage => ({
  myTeamResponse: team,
  teamManager: isManager,
  discussion: { reviewPartner: false, solveFirst: false },
  subjectArticleDateAndTagResponses: subjectDates.map((subjectDate) => ({
    subjectDate,
    articleCategory: "코딩 테스트",
  })),
});

export const teamAdminOf = (change: Change<TeamAdmin> = {}): TeamAdmin => ({
  teamId: 12,
  teamName: "새벽네시반",
  teamExplain: "하루를 한 문제로 시작해요",
  topic: "코딩테스트",
  memberLimit: 12,
  password: "4821",
  teamIconUrl: "/images/default/team.png",
  revision: 3,
  ...change,
});

export const memberInfoOf = (teamIds: readonly number[] = [], memberName = "도토리"): MemberInfo => ({
  memberName,
  memberImageUrl: "/images/default/member.png",
  teamAbstractResponses: teamIds.map((teamId) => ({
    teamId,
    teamName: "새벽네시반",
    teamImageUrl: "/images/a",
  })),
});

export const articleOf = (articleId: number, change: Change<Article> = {}): Article => ({
  articleId,
  articleTitle: `글 ${articleId}`,
  articleBody: `<p>풀이 ${articleId}</p>`,
  createdDate: "2027-12-31 21:07:45",
  imageUrl: null,
  memberName: "재귀펭귄",
  memberImage: "/images/default/member.png",
  isAuthor: false,
  problems: [],
  revision: 1,
  veiled: false,
  comments: 0,
  acknowledgements: 0,
  acknowledgedByMe: false,
  review: null,
  ...change,
});

/** The discussion of an article without comments. */
export const discussionOf = (articleId: number, change: Change<Discussion> = {}): Discussion => ({
  articleId,
  articleRevision: 1,
  comments: 0,
  acknowledgedBy: [],
  threads: [],
  ...change,
});

export const subjectOf = (change: Change<Subject> = {}): Subject => ({
  articleId: 77,
  articleCategory: "코딩 테스트",
  articleTitle: "물류 창고 로봇",
  articleBody: "<p>최소 배터리</p>",
  createdDate: "2027-12-31 08:00:00",
  imageUrl: null,
  authorName: "도토리",
  authorImageUrl: "/images/default/member.png",
  problems: [],
  revision: 1,
  ...change,
});

/** A recruiting post without team and applicants, seen by another member. */
export const recruitmentOf = (change: Change<RecruitmentDetail> = {}): RecruitmentDetail => ({
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

export const applicationOf = (teamApplyId: number, change: Change<Application> = {}): Application => ({
  teamApplyId,
  teamApplyBody: null,
  memberName: `지원자 ${teamApplyId}`,
  memberImage: "/images/default/member.png",
  isMyApply: false,
  ...change,
});

export const problemEntryOf = (change: Change<ProblemEntry> = {}): ProblemEntry => ({
  entryId: 1,
  title: "프로그래머스 67259",
  category: "코딩 테스트",
  problems: [{ provider: "programmers", number: "67259", title: "", url: null }],
  body: null,
  proposedBy: { uuid: me, memberName: "도토리", imageUrl: "/images/default/member.png" },
  accepted: true,
  date: "2025-12-12",
  ...change,
});

/** The rhythm of a team on Thursday 11 December 2025 that writes on weekdays, seen by a member who has not written yet. */
export const rhythmOf = (change: Change<Rhythm> = {}): Rhythm => ({
  dayEndsAt: "02:00",
  promise: {
    weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri"],
    perWeek: null,
    restsPerMonth: 2,
    startsOn: "2025-12-01",
    lastDay: null,
  },
  pending: null,
  today: { date: "2025-12-11", endsAt: "2025-12-11T17:00:00.000Z", state: "open" },
  week: { from: "2025-12-08", wrote: 3, needed: 5 },
  restsLeft: 2,
  queue: { next: null, length: 0 },
  discord: null,
  ...change,
});

/** That of a team without a promise, on a day that ends at this time. */
export const dayEndOf = (dayEndsAt: string, date: string): Rhythm =>
  rhythmOf({
    dayEndsAt,
    promise: null,
    today: { date, endsAt: studyDayEnd(date, dayEndsAt).toISOString(), state: "off" },
    week: { from: date, wrote: 0, needed: 0 },
    restsLeft: 0,
  });
