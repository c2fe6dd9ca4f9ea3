import { z } from "zod";
import { applicationView } from "../application/api.ts";
import {
  command,
  htmlText,
  id,
  json,
  multipart,
  pageOf,
  pageView,
  paging,
  pathId,
  query,
  queryInteger,
  queryText,
  requiredText,
  requiredTexts,
} from "../endpoint.ts";
import { limits } from "../limits.ts";

const recruitmentId = z.object({ recruitmentId: pathId() });
const title = requiredText(limits.postTitle, "팀 모집글 제목은 필수요소입니다");
const contact = requiredText(limits.recruitContact, "연락 방법은 필수요소입니다");
const blankBody = "팀 모집글 내용은 필수요소입니다";
const noTeam = "팀이 존재하지 않습니다.";
const noRecruitment = "모집글이 존재하지 않습니다.";
const noApplicants = "지원한 사람이 없습니다.";

/** Other clients send the text `null` for "none" (spec/wire-contract.md §1.13). */
const noneAsText = (value: unknown) =>
  typeof value === "string" && ["", "null", "undefined"].includes(value.trim()) ? undefined : value;

export const recruitmentView = z.object({
  teamRecruitId: z.number().int(),
  teamRecruitTitle: z.string(),
  teamRecruitBody: z.string(),
  memberNickName: z.string(),
  isRecruiting: z.boolean(),
  teamId: z.number().int().nullable(),
  createdAt: z.string(),
});
export type Recruitment = z.infer<typeof recruitmentView>;

/** A body of more than 8,192 bytes is shortened in a list (spec/wire-contract.md §6.1). */
const listedRecruitment = recruitmentView.extend({ bodyIsShortened: z.boolean() });
export type ListedRecruitment = z.infer<typeof listedRecruitment>;

export const recruitmentStatuses = ["all", "open", "closed"] as const;
export type RecruitmentStatus = (typeof recruitmentStatuses)[number];

/** spec/wire-contract.md §6.1: an unknown `status` counts as `all`. */
export const getRecruitments = query({
  name: "getRecruitments",
  summary: "A page of recruitments; `all` shows the recruiting ones first",
  path: "/v1/recruitments",
  access: "public",
  query: z.object({ status: queryText(), ...paging(limits.recruitmentPageSize) }),
  message: "팀 모집글이 성공적으로 조회되었습니다.",
  returns: pageOf(listedRecruitment),
});

/** What `applications` adds to a recruitment, of which `teamApplyResponses` then contains one page. */
const applicationList = z.object({
  /** The page of those found by `name`, beside the caller's own application; beyond the end the last one. */
  page: pageView,
  /** All pending applications that the caller may see. */
  total: z.number().int(),
  /** Free seats of the linked team; null without a team. */
  seats: z.number().int().nullable(),
});
export type ApplicationList = z.infer<typeof applicationList>;

export const recruitmentDetailView = recruitmentView.extend({
  recruitId: z.number().int(),
  chatUrl: z.string(),
  imageUrl: z.string().nullable(),
  /** True for the writer and for every current manager of the linked team. */
  isAuthor: z.boolean(),
  teamApplyResponses: z.array(applicationView),
  /** All pending applicants, for authors: in the order of `teamApplyResponses` if that contains all applications. */
  teamMemberUuids: z.array(z.uuid()),
  revision: z.number().int(),
  /** Only with the parameter `applications`. */
  applicationList: applicationList.optional(),
});
export type RecruitmentDetail = z.infer<typeof recruitmentDetailView>;

/**
 * spec/wire-contract.md §6.2. `applications`, from 1 to 50, asks for one page of the applications (docs/decisions/queries.md);
 * without it, or with 0, all of them are sent.
 */
export const getRecruitment = query({
  name: "getRecruitment",
  summary:
    "A recruitment with its pending applications, as the caller may see them; with `applications` one page of them",
  path: "/v1/recruitments/{recruitmentId}",
  access: "public",
  params: recruitmentId,
  query: z.object({
    applications: queryInteger(0).transform((size) => Math.min(size, limits.pageSizeMax)),
    page: queryInteger(0),
    /** Part of the applicant's name. */
    name: queryText(),
  }),
  returns: recruitmentDetailView,
  refusals: ["recruitment-not-found"],
  etag: true,
});

/** spec/wire-contract.md §6.3 */
export const postRecruitment = command("POST", {
  name: "postRecruitment",
  summary: "Write a recruitment, for a team or before there is one",
  path: "/v1/recruitments",
  access: "profile",
  body: multipart(
    z.object({
      teamId: z.preprocess(noneAsText, id().optional()),
      teamRecruitTitle: title,
      teamRecruitBody: htmlText(),
      chatUrl: contact,
    }),
    { html: { teamRecruitBody: { blank: blankBody, required: true } } },
  ),
  status: 201,
  message: "팀 모집글이 성공적으로 생성되었습니다.",
  returns: z.object({ teamRecruitId: z.number().int() }),
  refusals: ["team-not-found", "caller-not-in-team", "not-a-manager", "recruitment-exists"],
});

/** spec/wire-contract.md §6.4 */
export const editRecruitment = command("PUT", {
  name: "editRecruitment",
  summary: "Edit a recruitment; absent parts stay as they are",
  path: "/v1/recruitments/{recruitmentId}",
  access: "profile",
  params: recruitmentId,
  body: multipart(
    z.object({
      teamRecruitTitle: title.optional(),
      teamRecruitBody: htmlText(),
      chatUrl: contact.optional(),
    }),
    { html: { teamRecruitBody: { blank: blankBody, required: false } } },
  ),
  message: "팀 모집글이 성공적으로 수정되었습니다.",
  returns: z.object({ teamRecruitId: z.number().int(), recruitId: z.number().int() }),
  refusals: ["recruitment-not-found", "not-the-recruiter", "stale-revision"],
  etag: true,
  ifMatch: true,
});

/** spec/wire-contract.md §6.5 */
export const setRecruiting = command("PATCH", {
  name: "setRecruiting",
  summary: "Stop or resume recruiting; saying it twice changes nothing",
  path: "/v1/recruitments/{recruitmentId}",
  access: "profile",
  params: recruitmentId,
  body: json(z.object({ isRecruiting: z.boolean({ error: "모집 상태는 필수요소입니다" }) })),
  message: "팀 모집글 상태가 성공적으로 변경되었습니다.",
  returns: z.null(),
  refusals: ["recruitment-not-found", "not-the-recruiter"],
});

/** spec/wire-contract.md §6.6 */
export const deleteRecruitment = command("DELETE", {
  name: "deleteRecruitment",
  summary: "Delete a recruitment with its applications; a linked team stays",
  path: "/v1/recruitments/{recruitmentId}",
  access: "profile",
  params: recruitmentId,
  message: "팀 모집글이 성공적으로 삭제되었습니다.",
  returns: z.null(),
  refusals: ["recruitment-not-found", "not-the-recruiter"],
});

/** spec/wire-contract.md §6.7 */
export const inviteApplicants = command("POST", {
  name: "inviteApplicants",
  summary: "Take applicants into the recruitment's team, all or none",
  path: "/v1/recruitments/invite",
  access: "profile",
  body: json(
    z.object({
      teamId: id(noTeam),
      recruitId: id(noRecruitment),
      memberUuids: requiredTexts(noApplicants),
    }),
  ),
  message: "성공적으로 팀에 초대하였습니다.",
  returns: z.null(),
  refusals: [
    "recruitment-not-found",
    "not-the-recruiter",
    "team-not-found",
    "not-a-manager",
    "not-the-recruitments-team",
    "member-not-found",
    "already-joined",
    "not-an-applicant",
    "team-full",
  ],
});
