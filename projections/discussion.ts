import type { EventType } from "#contracts/events";
import { position } from "./position.ts";
import {
  keyedBy,
  patch,
  patchWhere,
  projection,
  type RowsOf,
  remove,
  removeWhere,
  upsert,
} from "./projection.ts";

/** Every event of the stream of a discussion. */
export const discussionTypes = [
  "CommentPosted",
  "CommentEdited",
  "CommentDeleted",
  "ArticleAcknowledged",
  "AcknowledgementWithdrawn",
  "ReviewerAssigned",
  "ReviewerReleased",
] as const satisfies readonly EventType[];

/**
 * Comments of articles. Texts, quotes and reasons stay encrypted until a query reads them. A deleted root keeps its row, because
 * its thread may have replies; of a withdrawn writer only the row is left.
 */
export const discussion = projection({
  name: "discussion",
  version: 2,
  table: {
    columns: {
      comment_id: "bigint",
      thread_id: "bigint",
      article_id: "bigint",
      team_id: "bigint",
      author_id: "uuid",
      article_author_id: "uuid",
      /** Null without an anchor. */
      anchor: "jsonb null",
      /** Null once it is deleted, or its writer has withdrawn. */
      sealed: "text null",
      sealed_quote: "text null",
      mention_ids: "jsonb",
      graphemes: "integer",
      revision: "integer",
      created_at: "timestamptz",
      position: "text",
      edited_at: "timestamptz null",
      deleted_by: "uuid null",
      sealed_reason: "text null",
    },
    key: ["comment_id"],
    indexes: ["(article_id)", "(author_id)", "(article_author_id)", "(team_id)"],
  },
  handlers: {
    CommentPosted: (comment, event) => [
      upsert({
        comment_id: comment.commentId,
        thread_id: comment.threadId,
        article_id: comment.articleId,
        team_id: comment.teamId,
        author_id: comment.authorId,
        article_author_id: comment.articleAuthorId,
        anchor: comment.anchor,
        sealed: event.sealed,
        sealed_quote: comment.anchor === null ? null : (event.sealedParts?.[1] ?? null),
        mention_ids: comment.mentionIds,
        graphemes: comment.graphemes,
        revision: 1,
        created_at: event.occurredAt,
        position: position(event),
        edited_at: null,
        deleted_by: null,
        sealed_reason: null,
      }),
    ],
    CommentEdited: ({ commentId, mentionIds, graphemes, revision }, { sealed, occurredAt }) => [
      patch(
        { comment_id: commentId },
        { sealed, mention_ids: mentionIds, graphemes, revision, edited_at: occurredAt },
      ),
    ],
    CommentDeleted: ({ commentId, threadId, authorId, deletedBy }, { sealed }) => [
      commentId === threadId
        ? patch(
            { comment_id: commentId },
            {
              sealed: null,
              deleted_by: deletedBy,
              sealed_reason: deletedBy === authorId ? null : sealed,
            },
          )
        : remove({ comment_id: commentId }),
    ],
    ArticleDeleted: ({ articleId }) => [removeWhere({ article_id: articleId })],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
    MemberWithdrawn: ({ memberId }) => [
      removeWhere({ article_author_id: memberId }),
      patchWhere({ author_id: memberId }, { sealed: null, sealed_reason: null }),
    ],
  },
  unopened: ["CommentPosted", "CommentEdited", "CommentDeleted"],
  touches: keyedBy("articleId", [...discussionTypes, "ArticleEdited", "ArticleDeleted"]),
});

declare module "./database.ts" {
  interface ReadModels {
    discussion: RowsOf<typeof discussion>;
  }
}
