import { z } from "zod";
import { type EventOf, event, programText } from "../event.ts";

const ofArticle = { articleId: z.number().int(), teamId: z.number().int() };
const memberId = z.uuid();
const commentId = z.number().int();

/** Lines of code of an article at one of its revisions: `codeBlock` from 0, lines from 1. */
export const anchorShape = z.object({
  articleRevision: z.number().int(),
  codeBlock: z.number().int(),
  fromLine: z.number().int(),
  toLine: z.number().int(),
});

const text = {
  commentId,
  authorId: memberId,
  /** Members named in the text, in the order of their first mention. */
  mentionIds: z.array(memberId),
  /** Length of the text in user-perceived characters, which outlives the text. */
  graphemes: z.number().int(),
  text: z.string().nullable(),
};
const ofAuthor = { subject: "authorId", fields: ["text"] };

/** Stream `discussion-<articleId>`: comments, acknowledgements and the reviewer of an article. */
export const discussionEvents = {
  /** `threadId` is the id of the root comment; the lines of `quote` belong to the article's author. */
  CommentPosted: event(
    1,
    z.object({
      ...ofArticle,
      ...text,
      threadId: z.number().int(),
      articleAuthorId: memberId,
      anchor: anchorShape.nullable(),
      quote: z.array(z.string()).nullable(),
    }),
    { personal: [ofAuthor, { subject: "articleAuthorId", fields: ["quote"] }] },
  ),
  /** `newMentionIds` are those of them whom no earlier version told. */
  CommentEdited: event(
    1,
    z.object({ ...ofArticle, ...text, newMentionIds: z.array(memberId), revision: z.number().int() }),
    { personal: ofAuthor },
  ),
  /** `authorId` wrote the comment; the reason belongs to them. */
  CommentDeleted: event(
    1,
    z.object({
      ...ofArticle,
      commentId,
      threadId: z.number().int(),
      authorId: memberId,
      deletedBy: memberId,
      reason: z.string().nullable(),
    }),
    { personal: { subject: "authorId", fields: ["reason"] } },
  ),
  ArticleAcknowledged: event(1, z.object({ ...ofArticle, memberId })),
  AcknowledgementWithdrawn: event(1, z.object({ ...ofArticle, memberId })),
  ReviewerAssigned: event(
    1,
    z.object({ ...ofArticle, reviewerId: memberId, authorId: memberId, date: programText }),
  ),
  ReviewerReleased: event(1, z.object({ ...ofArticle, reviewerId: memberId })),
};
export type DiscussionEvent = EventOf<typeof discussionEvents>;
