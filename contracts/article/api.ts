import { z } from "zod";
import {
  command,
  htmlText,
  id,
  multipart,
  pageOf,
  paging,
  pathId,
  query,
  queryInteger,
  queryText,
  requiredText,
} from "../endpoint.ts";
import { limits } from "../limits.ts";
import { articleProblemsPart, problemView } from "../problem-fields.ts";

const articleId = z.object({ articleId: pathId() });
const title = requiredText(limits.postTitle, "게시글 제목은 필수요소입니다");
const blankBody = "게시글 내용은 필수요소입니다";

export const memberRef = z.object({ uuid: z.uuid(), memberName: z.string(), imageUrl: z.string() });
export type MemberRef = z.infer<typeof memberRef>;

export const articleView = z.object({
  articleId: z.number().int(),
  articleTitle: z.string(),
  /** Null if the caller is neither in the team nor the author. */
  articleBody: z.string().nullable(),
  createdDate: z.string(),
  imageUrl: z.string().nullable(),
  memberName: z.string(),
  memberImage: z.string(),
  isAuthor: z.boolean(),
  /** References to problems; title and url are null (spec/daily-use.md rule 35). */
  problems: z.array(problemView),
  revision: z.number().int(),
  /** Whether body, picture and discussion are withheld until the caller has solved the day (spec/discussion.md rule 13). */
  veiled: z.boolean(),
  /** Numbers of posted comments and of acknowledgements; null unless the caller is in the team. */
  comments: z.number().int().nullable(),
  acknowledgements: z.number().int().nullable(),
  acknowledgedByMe: z.boolean(),
  review: z.object({ reviewer: memberRef, isMine: z.boolean(), state: z.enum(["open", "done"]) }).nullable(),
});
export type Article = z.infer<typeof articleView>;

/** spec/wire-contract.md §5.1 */
export const getArticlesByDate = query({
  name: "getArticlesByDate",
  summary: "Articles of a team on one Seoul day, newest first",
  path: "/v1/articles/{teamId}/by-date",
  access: "public",
  params: z.object({ teamId: pathId() }),
  query: z.object({ date: queryText(), ...paging(limits.articlePageSize) }),
  message: "해당 날짜의 해당 팀의 게시글을 조회했습니다.",
  returns: pageOf(articleView),
  refusals: ["impossible-date"],
});

/** An article with its position among those of its day, in the pages of the team page. */
export const articleInDayView = articleView.extend({
  teamId: z.number().int(),
  date: z.string(),
  page: z.number().int(),
});
export type ArticleInDay = z.infer<typeof articleInDayView>;

/** spec/daily-use.md §5 call 2 */
export const getArticle = query({
  name: "getArticle",
  summary: "One article with its team, its day and its page",
  path: "/v1/articles/{articleId}",
  access: "public",
  params: articleId,
  returns: articleInDayView,
  refusals: ["article-not-found"],
  etag: true,
});

export const writersView = z.object({
  date: z.string(),
  count: z.number().int(),
  /** The first ones by the time of their first article of the day, as many as asked for. */
  members: z.array(memberRef),
});
export type WritersOfDay = z.infer<typeof writersView>;

/** spec/daily-use.md §5 call 10 */
export const getWriters = query({
  name: "getWriters",
  summary: "Who wrote in a team, by Seoul day; days without an article are left out",
  path: "/v1/teams/{teamId}/writers",
  access: "public",
  params: z.object({ teamId: pathId() }),
  query: z.object({
    from: queryText(),
    to: queryText(),
    /** How many members are named for each day: 0 for the numbers alone, six, or all members of a team for one day. */
    members: queryInteger(limits.avatarsShown).transform((n) => Math.min(n, limits.memberLimit)),
  }),
  returns: z.array(writersView),
  refusals: ["impossible-date", "team-not-found"],
});

/** spec/wire-contract.md §5.2 */
export const getMyArticles = query({
  name: "getMyArticles",
  summary: "The caller's own articles in a team, newest first",
  path: "/v1/articles/{teamId}/my-page",
  access: "profile",
  params: z.object({ teamId: pathId() }),
  query: z.object({ ...paging(limits.articlePageSize) }),
  message: "마이페이지에서 해당 팀의 게시글을 조회했습니다.",
  returns: pageOf(articleView),
});

/** spec/wire-contract.md §5.3 */
export const postArticle = command("POST", {
  name: "postArticle",
  summary: "Post an article in a team",
  path: "/v1/articles",
  access: "profile",
  body: multipart(
    z.object({
      teamId: id("팀 아이디는 필수요소입니다."),
      articleTitle: title,
      articleBody: htmlText(),
      problems: articleProblemsPart(),
    }),
    { html: { articleBody: { blank: blankBody, required: true } } },
  ),
  status: 201,
  message: "게시글이 성공적으로 생성되었습니다.",
  returns: z.object({ articleId: z.number().int() }),
  refusals: ["author-not-in-team"],
});

/** spec/wire-contract.md §5.4 */
export const editArticle = command("PUT", {
  name: "editArticle",
  summary: "Edit an own article",
  path: "/v1/articles/{articleId}",
  access: "profile",
  params: articleId,
  body: multipart(
    z.object({ articleTitle: title.optional(), articleBody: htmlText(), problems: articleProblemsPart() }),
    { html: { articleBody: { blank: blankBody, required: false } } },
  ),
  message: "게시글이 성공적으로 수정되었습니다.",
  returns: z.null(),
  refusals: ["article-not-found", "not-the-author", "stale-revision"],
  etag: true,
  ifMatch: true,
});

/** spec/wire-contract.md §5.5 */
export const deleteArticle = command("DELETE", {
  name: "deleteArticle",
  summary: "Delete an own article",
  path: "/v1/articles/{articleId}",
  access: "profile",
  params: articleId,
  message: "게시글이 성공적으로 삭제되었습니다.",
  returns: z.null(),
  refusals: ["article-not-found", "not-the-author"],
});
