import { z } from "zod";
import {
  command,
  id,
  json,
  multipart,
  optionalText,
  pageOf,
  paging,
  query,
  queryText,
  requiredText,
  tooLong,
  wrongType,
} from "../endpoint.ts";
import { lengthOf, limits, normalise } from "../limits.ts";

export const topics = ["코딩테스트", "스터디"] as const;
export type Topic = (typeof topics)[number];
export const isTopic = (text: string): text is Topic => (topics as readonly string[]).includes(text);

const memberLimitHint = "1 ~ 50 사이의 숫자를 입력해주세요.";
const entryPasswordHint = "숫자 4자리를 입력해주세요.";

const teamId = z.object({ teamId: id() });
const teamName = requiredText(limits.teamName, "팀 이름은 필수 입력 항목입니다.");
const topic = requiredText(Number.MAX_SAFE_INTEGER, "팀 주제는 필수 항목입니다.");
const memberLimit = z
  .string({ error: memberLimitHint })
  .trim()
  .regex(/^\d{1,9}$/, memberLimitHint)
  .transform(Number)
  .refine((n) => n >= 1 && n <= limits.memberLimit, { error: memberLimitHint });
const entryPassword = requiredText(Number.MAX_SAFE_INTEGER, "팀 비밀번호는 필수 항목입니다.").refine(
  (text) => /^[0-9]{4}$/.test(text),
  { error: entryPasswordHint },
);
/** Other clients send `null` as text for "none" (spec/wire-contract.md §1.13). */
const noneAsText = (value: unknown) =>
  typeof value === "string" && ["", "null", "undefined"].includes(value.trim()) ? undefined : value;

export const teamMemberView = z.object({
  memberName: z.string(),
  imageUrl: z.string(),
  memberExplain: z.string(),
  uuid: z.uuid(),
});

export const teamView = z.object({
  teamId: z.number().int(),
  teamName: z.string(),
  teamExplain: z.string(),
  imageUrl: z.string(),
  topic: z.enum(topics),
  memberLimit: z.number().int(),
  memberCount: z.number().int(),
  teamAnnouncement: z.string(),
  teamRecruitId: z.number().int().nullable(),
  createdAt: z.string(),
  members: z.array(teamMemberView),
});
export type Team = z.infer<typeof teamView>;

export const teamAdminView = z.object({
  teamId: z.number().int(),
  teamName: z.string(),
  teamExplain: z.string(),
  topic: z.enum(topics),
  memberLimit: z.number().int(),
  password: z.string(),
  teamIconUrl: z.string(),
  revision: z.number().int(),
});
export type TeamAdmin = z.infer<typeof teamAdminView>;

/** spec/wire-contract.md §4.2 */
export const getCombinedTeams = query({
  name: "getCombinedTeams",
  summary: "The caller's teams and a page of all teams",
  path: "/v1/teams/combined",
  access: "public",
  query: z.object({ sort: queryText(), ...paging(limits.teamPageSize) }),
  returns: z.object({ myTeams: z.array(teamView), allTeams: pageOf(teamView) }),
});

/** spec/wire-contract.md §4.3 */
export const searchTeams = query({
  name: "searchTeams",
  summary: "Teams whose name contains the keyword",
  path: "/v1/teams/search",
  access: "public",
  query: z.object({
    keyword: z.string({ error: () => wrongType }).transform((text) => normalise(text).trim()),
    sort: queryText(),
    ...paging(limits.teamPageSize),
  }),
  returns: pageOf(teamView),
});

export const teamPageView = z.object({
  myTeamResponse: teamView,
  teamManager: z.boolean(),
  subjectArticleDateAndTagResponses: z.array(
    z.object({ subjectDate: z.string(), articleCategory: z.string() }),
  ),
});
export type TeamPage = z.infer<typeof teamPageView>;

const positive = (missing: string, wrong: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing : wrongType) })
    .transform((text) => text.trim())
    .pipe(
      z
        .string()
        .min(1, missing)
        .regex(/^0*[1-9]\d{0,8}$/, wrong)
        .transform(Number),
    );

/** spec/wire-contract.md §4.4 */
export const getTeamPage = query({
  name: "getTeamPage",
  summary: "A team with the problem tags of one month",
  path: "/v1/teams/{teamId}/team-page",
  access: "public",
  params: teamId,
  query: z.object({
    year: positive("년도는 필수입니다.", "년도는 양의 정수 입니다."),
    month: positive("달은 필수입니다.", "달은 양의 정수 입니다."),
  }),
  returns: teamPageView,
  refusals: ["impossible-date", "team-not-found"],
});

/** spec/wire-contract.md §4.5 */
export const createTeam = command("POST", {
  name: "createTeam",
  summary: "Create a team, alone or from the applicants of a recruitment",
  path: "/v1/teams",
  access: "profile",
  body: multipart(
    z.object({
      teamName,
      teamExplain: optionalText(limits.teamExplain),
      topic,
      memberLimit,
      password: entryPassword,
      teamMemberUuids: z
        .array(z.string())
        .default([])
        .transform((uuids) => uuids.filter((uuid) => uuid.trim() !== "")),
      teamRecruitId: z.preprocess(noneAsText, id().optional()),
    }),
    { lists: ["teamMemberUuids"] },
  ),
  status: 201,
  message: "팀이 성공적으로 생성되었습니다.",
  returns: z.object({ teamId: z.number().int() }),
  refusals: [
    "unknown-topic",
    "recruitment-not-found",
    "not-the-recruiter",
    "recruitment-has-team",
    "member-not-found",
    "not-an-applicant",
    "team-full",
  ],
});

/** spec/wire-contract.md §4.6 */
export const getTeam = query({
  name: "getTeam",
  summary: "What managers see of their team, entry password included",
  path: "/v1/teams/{teamId}",
  access: "profile",
  params: teamId,
  returns: teamAdminView,
  refusals: ["team-not-found", "not-a-manager"],
  etag: true,
});

/** spec/wire-contract.md §4.7 */
export const changeTeamInfo = command("PUT", {
  name: "changeTeamInfo",
  summary: "Change a team; absent parts stay as they are",
  path: "/v1/teams/{teamId}",
  access: "profile",
  params: teamId,
  body: multipart(
    z.object({
      teamName: teamName.optional(),
      teamExplain: optionalText(limits.teamExplain),
      topic: topic.optional(),
      memberLimit: memberLimit.optional(),
      password: z.preprocess(noneAsText, entryPassword.optional()),
    }),
  ),
  returns: teamAdminView,
  refusals: ["team-not-found", "not-a-manager", "stale-revision", "unknown-topic", "limit-below-count"],
  etag: true,
  ifMatch: true,
});

/** spec/wire-contract.md §4.8 */
export const deleteTeam = command("DELETE", {
  name: "deleteTeam",
  summary: "Delete a team with everything in it",
  path: "/v1/teams/{teamId}",
  access: "profile",
  params: teamId,
  message: "팀 삭제가 성공했습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager"],
});

/** spec/wire-contract.md §4.9 */
export const joinTeam = command("POST", {
  name: "joinTeam",
  summary: "Join a team with its four-digit entry password",
  path: "/v1/teams/{teamId}/join",
  access: "profile",
  params: teamId,
  body: json(z.object({ password: requiredText(Number.MAX_SAFE_INTEGER, "팀 비밀번호는 필수 항목입니다.") })),
  message: "팀에 성공적으로 가입했습니다.",
  returns: z.object({ teamId: z.number().int() }),
  refusals: ["team-not-found", "too-many-guesses", "wrong-entry-password", "already-joined", "team-full"],
});

/** spec/wire-contract.md §4.10 */
export const getMyTeams = query({
  name: "getMyTeams",
  summary: "The caller's memberships, latest joined first",
  path: "/v1/teams/my-page",
  access: "profile",
  returns: z.array(
    z.object({
      teamId: z.number().int(),
      teamName: z.string(),
      teamManager: z.boolean(),
      registerDate: z.string(),
    }),
  ),
});

/** spec/wire-contract.md §4.11 */
export const leaveTeam = command("DELETE", {
  name: "leaveTeam",
  summary: "Leave a team",
  path: "/v1/teams/{teamId}/members/me",
  access: "profile",
  params: teamId,
  message: "팀을 성공적으로 탈퇴했습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-in-team", "manager-cannot-leave"],
});

/** spec/wire-contract.md §4.12 */
export const getTeamMembers = query({
  name: "getTeamMembers",
  summary: "Members of a team, managers first, then by join time",
  path: "/v1/teams/{teamId}/members",
  access: "profile",
  params: teamId,
  returns: z.array(
    z.object({
      uuid: z.uuid(),
      memberName: z.string(),
      memberExplain: z.string(),
      imageUrl: z.string(),
      registerDate: z.string(),
      isTeamManager: z.boolean(),
    }),
  ),
  refusals: ["team-not-found", "not-a-manager"],
});

const roleChange = json(
  z.object({
    memberInfo: requiredText(Number.MAX_SAFE_INTEGER, "회원 정보는 필수입니다."),
    reason: optionalText(limits.reason),
  }),
);

const beforeTarget = [
  "team-not-found",
  "not-a-manager",
  "target-is-self",
  "member-not-found",
  "not-in-team",
] as const;

/** spec/wire-contract.md §4.13 */
export const addCoManager = command("POST", {
  name: "addCoManager",
  summary: "Make a member co-manager",
  path: "/v1/teams/{teamId}/team-manager",
  access: "profile",
  params: teamId,
  body: roleChange,
  message: "팀장 등록 성공",
  returns: z.null(),
  refusals: [...beforeTarget, "already-manager", "too-many-managers"],
});

/** spec/wire-contract.md §4.13 */
export const delegateManager = command("PUT", {
  name: "delegateManager",
  summary: "Hand the caller's manager role to a member",
  path: "/v1/teams/{teamId}/team-manager",
  access: "profile",
  params: teamId,
  body: roleChange,
  message: "팀장 위임 성공",
  returns: z.null(),
  refusals: [...beforeTarget, "already-manager"],
});

/** spec/wire-contract.md §4.13 */
export const demoteManager = command("POST", {
  name: "demoteManager",
  summary: "Make a manager a regular member",
  path: "/v1/teams/{teamId}/team-manager/demotion",
  access: "profile",
  params: teamId,
  body: roleChange,
  message: "팀장 강등 성공",
  returns: z.null(),
  refusals: [...beforeTarget, "target-not-manager"],
});

/** spec/wire-contract.md §4.13 */
export const kickMember = command("POST", {
  name: "kickMember",
  summary: "Remove somebody from the team",
  path: "/v1/teams/{teamId}/remove/team-member",
  access: "profile",
  params: teamId,
  body: roleChange,
  message: "팀원 내보내기 성공",
  returns: z.null(),
  refusals: beforeTarget,
});

/** spec/wire-contract.md §4.14 */
export const changeAnnouncement = command("PATCH", {
  name: "changeAnnouncement",
  summary: "Set or clear the announcement",
  path: "/v1/teams/{teamId}/announcement",
  access: "profile",
  params: teamId,
  body: json(
    z.object({
      teamAnnouncement: z
        .string({
          error: (issue) =>
            issue.input === undefined || issue.input === null ? "공지글은 필수 항목입니다." : wrongType,
        })
        .transform((text) => normalise(text).trim())
        .refine((text) => lengthOf(text) <= limits.teamAnnouncement, { error: tooLong }),
    }),
  ),
  message: "팀 공지가 성공적으로 업데이트되었습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager"],
});

export const roles = ["MANAGER", "MEMBER"] as const;
export type Role = (typeof roles)[number];

export const roleActions = [
  "CREATED",
  "JOINED",
  "INVITED",
  "LEFT",
  "KICKED",
  "CO_MANAGER_ADDED",
  "MANAGER_DELEGATED",
  "DEMOTED",
  "SUCCEEDED",
  "WITHDRAWN",
] as const;
export type RoleAction = (typeof roleActions)[number];

const person = z.object({ uuid: z.uuid(), memberName: z.string() });

export const roleHistoryEntryView = z.object({
  entryId: z.uuid(),
  occurredAt: z.string(),
  action: z.enum(roleActions),
  actor: person.nullable(),
  target: person,
  before: z.enum(roles).nullable(),
  after: z.enum(roles).nullable(),
  reason: z.string().nullable(),
  position: z.string(),
});
export type RoleHistoryEntry = z.infer<typeof roleHistoryEntryView>;

/** Only what was done by or to this member; blank is no filter, somebody unknown has an empty page. */
const someone = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z
    .uuid({ error: () => wrongType })
    .toLowerCase()
    .optional(),
);

/** spec/wire-contract.md §4.15 */
export const getRoleHistory = query({
  name: "getRoleHistory",
  summary:
    "Who changed whose role, when and why; newest first; `member` leaves only what was done by or to somebody",
  path: "/v1/teams/{teamId}/role-history",
  access: "profile",
  params: teamId,
  query: z.object({ member: someone, ...paging(limits.roleHistoryPageSize) }),
  returns: pageOf(roleHistoryEntryView),
  refusals: ["team-not-found", "not-a-manager"],
});
