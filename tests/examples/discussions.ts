import type { DiscussionEvent } from "#contracts/discussion/events";
import { bamtol, dotori, hodu } from "./people.ts";

const place = { articleId: 301, teamId: 12 };
const text = "여기서 seen에 방향까지 넣은 이유가 궁금해요";
type DataOf<T extends DiscussionEvent["type"]> = Extract<DiscussionEvent, { type: T }>["data"];

/** 밤톨 comments lines of 도토리's article. */
export const commented = (over: Partial<DataOf<"CommentPosted">> = {}): DiscussionEvent => ({
  type: "CommentPosted",
  data: {
    ...place,
    commentId: 9001,
    threadId: 9001,
    authorId: bamtol,
    articleAuthorId: dotori,
    mentionIds: [],
    graphemes: 26,
    text,
    anchor: { articleRevision: 1, codeBlock: 0, fromLine: 2, toLine: 3 },
    quote: ["    while queue:", "        x = queue.popleft()"],
    ...over,
  },
});
export const commentEdited = (over: Partial<DataOf<"CommentEdited">> = {}): DiscussionEvent => ({
  type: "CommentEdited",
  data: {
    ...place,
    commentId: 9001,
    authorId: bamtol,
    mentionIds: [hodu],
    newMentionIds: [hodu],
    graphemes: 5,
    text: "고친 의견",
    revision: 2,
    ...over,
  },
});
export const commentDeleted = (over: Partial<DataOf<"CommentDeleted">> = {}): DiscussionEvent => ({
  type: "CommentDeleted",
  data: {
    ...place,
    commentId: 9001,
    threadId: 9001,
    authorId: bamtol,
    deletedBy: bamtol,
    reason: null,
    ...over,
  },
});
export const acknowledged = (
  memberId: string = bamtol,
  articleId: number = place.articleId,
): DiscussionEvent => ({
  type: "ArticleAcknowledged",
  data: { ...place, articleId, memberId },
});
export const acknowledgementWithdrawn = (memberId: string = bamtol): DiscussionEvent => ({
  type: "AcknowledgementWithdrawn",
  data: { ...place, memberId },
});
export const reviewerAssigned = (over: Partial<DataOf<"ReviewerAssigned">> = {}): DiscussionEvent => ({
  type: "ReviewerAssigned",
  data: { ...place, reviewerId: bamtol, authorId: dotori, date: "2025-09-03", ...over },
});
export const reviewerReleased = (reviewerId: string = bamtol): DiscussionEvent => ({
  type: "ReviewerReleased",
  data: { ...place, reviewerId },
});
