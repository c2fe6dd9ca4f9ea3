import { z } from "zod";
import { isRealDate, looksLikeDate } from "../dates.ts";
import {
  command,
  htmlText,
  multipart,
  pathId,
  query,
  queryText,
  requiredText,
  requiredWord,
} from "../endpoint.ts";
import { limits } from "../limits.ts";
import { problemView, subjectProblemsPart } from "../problem-fields.ts";

/** The four tags of a day's problem. Note the space in `코딩 테스트`; the team topic is written without one. */
export const categories = ["코딩 테스트", "스터디 복습", "스터디 예습", "스터디"] as const;
export type Category = (typeof categories)[number];
export const isCategory = (text: string): text is Category =>
  (categories as readonly string[]).includes(text);

const teamId = z.object({ teamId: pathId() });
const ref = z.object({ teamId: pathId(), articleId: pathId() });
const title = requiredText(limits.postTitle, "게시글 제목은 필수 요소입니다.");
const category = requiredWord("게시글 카테고리는 필수 요소입니다.");
const blankBody = "게시글 내용은 필수 요소입니다.";

export const subjectView = z.object({
  articleId: z.number().int(),
  articleCategory: z.enum(categories),
  articleTitle: z.string(),
  articleBody: z.string(),
  createdDate: z.string(),
  imageUrl: z.string().nullable(),
  authorName: z.string(),
  authorImageUrl: z.string(),
  problems: z.array(problemView),
  revision: z.number().int(),
});
export type Subject = z.infer<typeof subjectView>;

/** spec/wire-contract.md §5.6 */
export const getSubject = query({
  name: "getSubject",
  summary: "The problem of a team on one day, or null",
  path: "/v1/articles/teams/{teamId}/subjects",
  access: "public",
  params: teamId,
  query: z.object({ date: queryText() }),
  message: "해당 날짜의 해당 팀의 주제를 조회했습니다.",
  returns: subjectView.nullable(),
  refusals: ["impossible-date", "team-not-found"],
  etag: true,
});

/** spec/wire-contract.md §5.7 */
export const postSubject = command("POST", {
  name: "postSubject",
  summary: "Post the problem of a day",
  path: "/v1/articles/teams/{teamId}/subjects",
  access: "profile",
  params: teamId,
  body: multipart(
    z.object({
      articleTitle: title,
      articleBody: htmlText(),
      articleCategory: category,
      selectedDate: requiredWord("날짜 선택은 필수 요소입니다.").refine(looksLikeDate, {
        error: "날짜 형식은 yyyy-MM-dd이어야 합니다.",
      }),
      problems: subjectProblemsPart(),
    }),
    { html: { articleBody: { blank: blankBody, required: true } } },
  ),
  status: 201,
  message: "주제가 성공적으로 생성되었습니다.",
  returns: z.object({ articleId: z.number().int(), subjectDate: z.string().refine(isRealDate) }),
  refusals: ["team-not-found", "not-a-manager", "impossible-date", "subject-exists", "unknown-category"],
});

/** spec/wire-contract.md §5.8 */
export const editSubject = command("PUT", {
  name: "editSubject",
  summary: "Edit the problem of a day; its date stays",
  path: "/v1/articles/teams/{teamId}/subjects/{articleId}",
  access: "profile",
  params: ref,
  body: multipart(
    z.object({
      articleTitle: title.optional(),
      articleBody: htmlText(),
      articleCategory: category.optional(),
      problems: subjectProblemsPart(),
    }),
    { html: { articleBody: { blank: blankBody, required: false } } },
  ),
  message: "주제를 성공적으로 업데이트했습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager", "article-not-found", "stale-revision", "unknown-category"],
  etag: true,
  ifMatch: true,
});

/** spec/wire-contract.md §5.9 */
export const deleteSubject = command("DELETE", {
  name: "deleteSubject",
  summary: "Delete the problem of a day",
  path: "/v1/articles/teams/{teamId}/subjects/{articleId}",
  access: "profile",
  params: ref,
  message: "주제를 성공적으로 삭제했습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager", "article-not-found"],
});
