import { z } from "zod";
import { memberRef } from "../article/api.ts";
import { command, id, json, optionalText, pathId, query, requiredText, wrongType } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { multiLine } from "../texts.ts";
import { anchorShape } from "./events.ts";

const articleId = z.object({ articleId: pathId() });
const commentRef = z.object({ articleId: pathId(), commentId: pathId() });
const text = requiredText(limits.comment, "의견을 입력해 주세요.", multiLine);
const count = z.number().int();

export type Anchor = z.infer<typeof anchorShape>;

const commentStates = ["posted", "deleted", "deleted-by-manager", "withdrawn"] as const;

export const commentView = z.object({
  commentId: count,
  /** Null unless the comment is posted. A mention is `@{<member uuid>}`. */
  text: z.string().nullable(),
  /** Those named in the text who have not withdrawn. */
  mentions: z.array(memberRef),
  /** The uuid of a withdrawn member is null. */
  author: memberRef.extend({ uuid: z.uuid().nullable() }),
  /** Whether the caller wrote it. */
  isAuthor: z.boolean(),
  canDelete: z.boolean(),
  state: z.enum(commentStates),
  /** Why a manager deleted it, for its writer only. */
  reason: z.string().nullable(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  revision: count,
});
export type Comment = z.infer<typeof commentView>;

const threadView = z.object({
  /** The `commentId` of its root. */
  threadId: count,
  anchor: anchorShape.nullable(),
  /** The lines of the anchor as they were. */
  quote: z.array(z.string()).nullable(),
  comments: z.array(commentView),
});
export type Thread = z.infer<typeof threadView>;

export const discussionView = z.object({
  articleId: count,
  articleRevision: count,
  /** Number of posted ones. */
  comments: count,
  acknowledgedBy: z.array(memberRef),
  threads: z.array(threadView),
});
export type Discussion = z.infer<typeof discussionView>;

/** spec/discussion.md §4 */
export const getDiscussion = query({
  name: "getDiscussion",
  summary: "The comments and acknowledgements of an article, oldest first",
  path: "/v1/articles/{articleId}/discussion",
  access: "profile",
  params: articleId,
  returns: discussionView,
  refusals: ["article-not-found", "caller-not-in-team", "article-veiled"],
});

const integer = z.number({ error: wrongType }).int(wrongType);

/** spec/discussion.md rules 1–8 */
export const postComment = command("POST", {
  name: "postComment",
  summary: "Comment an article, some of its lines, or answer a comment",
  path: "/v1/articles/{articleId}/comments",
  access: "profile",
  params: articleId,
  body: json(
    z.object({
      text,
      threadId: id().nullish(),
      anchor: z
        .object(
          { articleRevision: integer, codeBlock: integer, fromLine: integer, toLine: integer },
          { error: wrongType },
        )
        .nullish(),
    }),
  ),
  status: 201,
  message: "의견이 성공적으로 등록되었습니다.",
  returns: z.object({ commentId: count, threadId: count }),
  refusals: [
    "article-not-found",
    "caller-not-in-team",
    "article-veiled",
    "comment-not-found",
    "stale-revision",
    "anchor-not-found",
    "too-many-comments",
    "too-many-requests",
  ],
});

export const editComment = command("PUT", {
  name: "editComment",
  summary: "Edit an own comment",
  path: "/v1/articles/{articleId}/comments/{commentId}",
  access: "profile",
  params: commentRef,
  body: json(z.object({ text })),
  message: "의견이 성공적으로 수정되었습니다.",
  returns: z.null(),
  refusals: [
    "article-not-found",
    "caller-not-in-team",
    "article-veiled",
    "comment-not-found",
    "not-the-commenter",
    "stale-revision",
    "too-many-requests",
  ],
  etag: true,
  ifMatch: true,
});

/** spec/discussion.md rule 7. Its body is optional. */
export const deleteComment = command("DELETE", {
  name: "deleteComment",
  summary: "Delete an own comment, or as a manager another member's",
  path: "/v1/articles/{articleId}/comments/{commentId}",
  access: "profile",
  params: commentRef,
  body: json(z.object({ reason: optionalText(limits.reason, multiLine) }), { isOptional: true }),
  message: "의견이 성공적으로 삭제되었습니다.",
  returns: z.null(),
  refusals: ["article-not-found", "caller-not-in-team", "comment-not-found", "not-the-commenter"],
});

/** spec/discussion.md rule 10 */
export const acknowledge = command("PUT", {
  name: "acknowledge",
  summary: "Say that the caller has read an article, or take it back",
  path: "/v1/articles/{articleId}/acknowledgement",
  access: "profile",
  params: articleId,
  body: json(z.object({ acknowledged: z.boolean({ error: wrongType }) })),
  message: "확인 표시가 반영되었습니다.",
  returns: z.null(),
  refusals: ["article-not-found", "caller-not-in-team", "article-veiled", "own-article", "too-many-requests"],
});

/** spec/discussion.md rule 14. Stored in a table; no event. */
export const peek = command("PUT", {
  name: "peek",
  summary: "See the other members' articles of a day before writing one",
  path: "/v1/teams/{teamId}/peeks/{date}",
  access: "profile",
  params: z.object({ teamId: pathId(), date: z.string() }),
  remembered: false,
  message: "미리 보기로 열었습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "caller-not-in-team", "impossible-date"],
});

/** spec/discussion.md §4 */
export const changeDiscussionOptions = command("PUT", {
  name: "changeDiscussionOptions",
  summary: "Switch review partners and solving first on or off",
  path: "/v1/teams/{teamId}/discussion-options",
  access: "profile",
  params: z.object({ teamId: pathId() }),
  body: json(
    z.object({
      reviewPartner: z.boolean({ error: wrongType }),
      solveFirst: z.boolean({ error: wrongType }),
    }),
  ),
  message: "의견과 리뷰 설정이 저장되었습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager"],
});
