import { z } from "zod";
import {
  command,
  htmlText,
  id,
  multipart,
  pageOf,
  paging,
  query,
  queryText,
  requiredText,
} from "../endpoint.ts";
import { limits } from "../limits.ts";

const articleId = z.object({ articleId: id() });
const title = requiredText(limits.postTitle, "게시글 제목은 필수요소입니다");
const blankBody = "게시글 내용은 필수요소입니다";

export const articleView = z.object({
  articleId: z.number().int(),
  articleTitle: z.string(),
  /** null where the caller is neither in the team nor the author. */
  articleBody: z.string().nullable(),
  createdDate: z.string(),
  imageUrl: z.string().nullable(),
  memberName: z.string(),
  memberImage: z.string(),
  isAuthor: z.boolean(),
  revision: z.number().int(),
});
export type Article = z.infer<typeof articleView>;

/** spec/wire-contract.md §5.1 */
export const getArticlesByDate = query({
  name: "getArticlesByDate",
  summary: "Articles of a team on one Seoul day, newest first",
  path: "/v1/articles/{teamId}/by-date",
  access: "public",
  params: z.object({ teamId: id() }),
  query: z.object({ date: queryText(), ...paging(limits.articlePageSize) }),
  message: "해당 날짜의 해당 팀의 게시글을 조회했습니다.",
  returns: pageOf(articleView),
  refusals: ["impossible-date"],
});

/** spec/wire-contract.md §5.2 */
export const getMyArticles = query({
  name: "getMyArticles",
  summary: "The caller's own articles in a team, newest first",
  path: "/v1/articles/{teamId}/my-page",
  access: "profile",
  params: z.object({ teamId: id() }),
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
    z.object({ teamId: id("팀 아이디는 필수요소입니다."), articleTitle: title, articleBody: htmlText() }),
    { html: { articleBody: { blank: blankBody, required: true } } },
  ),
  status: 201,
  message: "게시글이 성공적으로 생성되었습니다.",
  returns: z.object({ articleId: z.number().int() }),
  refusals: ["not-a-team-member"],
});

/** spec/wire-contract.md §5.4 */
export const editArticle = command("PUT", {
  name: "editArticle",
  summary: "Edit an own article",
  path: "/v1/articles/{articleId}",
  access: "profile",
  params: articleId,
  body: multipart(z.object({ articleTitle: title.optional(), articleBody: htmlText() }), {
    html: { articleBody: { blank: blankBody, required: false } },
  }),
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
