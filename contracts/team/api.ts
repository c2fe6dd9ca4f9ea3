import { z } from "zod";
import {
  command,
  id,
  json,
  multipart,
  optionalText,
  pageOf,
  paging,
  pathId,
  query,
  queryInteger,
  queryText,
  requiredText,
  requiredWord,
  textUpTo,
  wrongType,
} from "../endpoint.ts";
import { limits } from "../limits.ts";
import { multiLine, singleLine } from "../texts.ts";

export const topics = ["코딩테스트", "스터디"] as const;
export type Topic = (typeof topics)[number];
export const isTopic = (text: string): text is Topic => (topics as readonly string[]).includes(text);

const memberLimitHint = "1 ~ 50 사이의 숫자를 입력해주세요.";
const entryPasswordHint = "숫자 4자리를 입력해주세요.";

const teamId = z.object({ teamId: pathId() });
const teamName = requiredText(limits.teamName, "팀 이름은 필수 입력 항목입니다.");
const topic = requiredWord("팀 주제는 필수 항목입니다.");
const memberLimit = z
  .string({ error: memberLimitHint })
  .trim()
  .regex(/^\d{1,9}$/, memberLimitHint)
  .transform(Number)
  .refine((n) => n >= 1 && n <= limits.memberLimit, { error: memberLimitHint });
const entryPassword = requiredWord("팀 비밀번호는 필수 항목입니다.").refine(
  (text) => /^[0-9]{4}$/.test(text),
  { error: entryPasswordHint },
);
/** Other clients send the text `null` for "none" (spec/wire-contract.md §1.13). */
const noneAsText = (value: unknown) =>
  typeof value === "string" && ["", "null", "undefined"].includes(value.trim()) ? undefined : value;

const teamMemberView = z.object({
  memberName: z.string(),
  imageUrl: z.string(),
  memberExplain: z.string(),
  uuid: z.uuid(),
  isTeamManager: z.boolean(),
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

/**
 * How many members of each listed team are named, by default all. With it, the caller's own teams name none, because
 * they are sent with every page.
 */
const membersNamed = () => queryInteger(limits.memberLimit).transform((n) => Math.min(n, limits.memberLimit));

/** spec/wire-contract.md §4.2 */
export const getCombinedTeams = query({
  name: "getCombinedTeams",
  summary: "The caller's teams and a page of all teams",
  path: "/v1/teams/combined",
  access: "public",
  query: z.object({ sort: queryText(), ...paging(limits.teamPageSize), members: membersNamed() }),
  returns: z.object({ myTeams: z.array(teamView), allTeams: pageOf(teamView) }),
});

/** spec/wire-contract.md §4.3 */
export const searchTeams = query({
  name: "searchTeams",
  summary: "Teams whose name contains the keyword",
  path: "/v1/teams/search",
  access: "public",
  query: z.object({
    keyword: z.string({ error: () => wrongType }).transform(singleLine),
    sort: queryText(),
    ...paging(limits.teamPageSize),
    members: membersNamed(),
  }),
  returns: pageOf(teamView),
});

export const teamPageView = z.object({
  myTeamResponse: teamView,
  teamManager: z.boolean(),
  subjectArticleDateAndTagResponses: z.array(
    z.object({ subjectDate: z.string(), articleCategory: z.string() }),
  ),
  /** Null unless the caller is in the team. */
  discussion: z.object({ reviewPartner: z.boolean(), solveFirst: z.boolean() }).nullable(),
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
      teamExplain: optionalText(limits.teamExplain, multiLine),
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
      teamExplain: optionalText(limits.teamExplain, multiLine),
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
        .trim()
        .transform(textUpTo(limits.teamAnnouncement, singleLine)),
    }),
  ),
  message: "팀 공지가 성공적으로 업데이트되었습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager"],
});
