import type { Anchor } from "#contracts/discussion/api";
import type { DiscussionEvent } from "#contracts/discussion/events";
import { Refused } from "#contracts/errors";
import { lengthOf, limits } from "#contracts/limits";
import type { ArticleFacts } from "../article/facts.ts";
import type { Decider } from "../platform/decider.ts";
import { type ByCaller, ownComment, permits, permitsDeletion } from "./permits.ts";

export interface PostedComment {
  readonly threadId: number;
  readonly authorId: string;
  /** Whom it concerned when it was posted, or any version of it has named: each is told of it once. */
  readonly toldIds: ReadonlySet<string>;
  readonly revision: number;
}

export interface DiscussionState {
  /** By commentId, oldest first, without deleted ones. A thread exists while it has a posted comment. */
  readonly comments: ReadonlyMap<number, PostedComment>;
  /** Members who wrote a comment that has been deleted. */
  readonly formerWriters: ReadonlySet<string>;
  readonly acknowledged: ReadonlySet<string>;
  /** The reviewer, `null` once released; undefined if none was ever assigned. */
  readonly reviewerId: string | null | undefined;
}

interface OfComments {
  /** Writers who have withdrawn, among those that the command concerns: their comments are not posted any more. */
  readonly withdrawn: ReadonlySet<string>;
}

interface Text extends OfComments {
  readonly commentId: number;
  readonly text: string;
  /** Other members of the team, former ones included, whom the text names. */
  readonly mentionIds: readonly string[];
}

interface ByReader extends ByCaller {
  readonly isVeiled: boolean;
}

export type DiscussionCommand =
  | (ByReader &
      Text & {
        readonly type: "PostComment";
        /** Null begins a thread. */
        readonly threadId: number | null;
        readonly anchor: Anchor | null;
        /** Reads the lines of an anchor from the article at its present revision; undefined if they cannot be quoted. */
        readonly quoteAt: (anchor: Anchor) => readonly string[] | undefined;
      })
  | (ByReader & Text & { readonly type: "EditComment"; readonly ifMatch: number | undefined })
  | (ByCaller &
      OfComments & {
        readonly type: "DeleteComment";
        readonly commentId: number;
        readonly reason: string | null;
      })
  | (ByReader & { readonly type: "Acknowledge"; readonly acknowledged: boolean })
  /* Of the reactor that chooses reviewers. */
  | {
      readonly type: "AssignReviewer";
      readonly article: Pick<ArticleFacts, "articleId" | "teamId" | "authorId" | "date">;
      readonly reviewerId: string;
    }
  | { readonly type: "ReleaseReviewer"; readonly article: OfTeam; readonly memberId: string };

type OfTeam = Pick<ArticleFacts, "articleId" | "teamId">;

type CommandOf<T extends DiscussionCommand["type"]> = Extract<DiscussionCommand, { type: T }>;

/** The discussion of an article (spec/discussion.md rules 1–12). */
export const discussion: Decider<DiscussionState, DiscussionCommand, DiscussionEvent> = {
  isRemembered: true,
  initial: {
    comments: new Map(),
    formerWriters: new Set(),
    acknowledged: new Set(),
    reviewerId: undefined,
  },

  decide(command, state) {
    switch (command.type) {
      case "PostComment":
        return post(command, state);
      case "EditComment":
        return edit(command, state);
      case "DeleteComment":
        return remove(command, state);
      case "Acknowledge":
        return acknowledge(command, state);
      case "AssignReviewer": {
        if (state.reviewerId !== undefined) return [];
        const { article, reviewerId } = command;
        const { authorId, date } = article;
        return [{ type: "ReviewerAssigned", data: { ...idsOf(article), reviewerId, authorId, date } }];
      }
      case "ReleaseReviewer": {
        const { article, memberId: reviewerId } = command;
        if (state.reviewerId !== reviewerId) return [];
        return [{ type: "ReviewerReleased", data: { ...idsOf(article), reviewerId } }];
      }
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case "CommentPosted": {
        const { commentId, threadId, authorId, articleAuthorId, mentionIds } = data;
        const thread = [...state.comments.values()].filter((each) => each.threadId === threadId);
        const toldIds = new Set([...mentionIds, articleAuthorId, ...thread.map((each) => each.authorId)]);
        return withComment(state, commentId, { threadId, authorId, toldIds, revision: 1 });
      }
      case "CommentEdited": {
        const { commentId, newMentionIds, revision } = data;
        const before = state.comments.get(commentId);
        if (!before) return state;
        const toldIds = new Set([...before.toldIds, ...newMentionIds]);
        return withComment(state, commentId, { ...before, toldIds, revision });
      }
      case "CommentDeleted": {
        const comments = new Map(state.comments);
        comments.delete(data.commentId);
        return { ...state, comments, formerWriters: new Set([...state.formerWriters, data.authorId]) };
      }
      case "ArticleAcknowledged":
        return { ...state, acknowledged: new Set([...state.acknowledged, data.memberId]) };
      case "AcknowledgementWithdrawn": {
        const acknowledged = new Set(state.acknowledged);
        acknowledged.delete(data.memberId);
        return { ...state, acknowledged };
      }
      case "ReviewerAssigned":
        return { ...state, reviewerId: data.reviewerId };
      case "ReviewerReleased":
        return { ...state, reviewerId: null };
      default:
        return state;
    }
  },
};

const idsOf = ({ articleId, teamId }: OfTeam) => ({ articleId, teamId });

/** Without comments of writers who have withdrawn. */
const postedIn = ({ comments }: DiscussionState, { withdrawn }: OfComments): DiscussionState["comments"] =>
  withdrawn.size === 0
    ? comments
    : new Map([...comments].filter(([, { authorId }]) => !withdrawn.has(authorId)));

const withComment = (state: DiscussionState, commentId: number, comment: PostedComment): DiscussionState => ({
  ...state,
  comments: new Map(state.comments).set(commentId, comment),
});

function post(command: CommandOf<"PostComment">, state: DiscussionState): DiscussionEvent[] {
  const article = permits(command);
  const { callerId, commentId, threadId, text, mentionIds, anchor } = command;
  const comments = postedIn(state, command);
  const hasThread = [...comments.values()].some((comment) => comment.threadId === threadId);
  if (threadId !== null && !hasThread) throw new Refused("comment-not-found");
  const quote = anchor === null ? null : quoteOf(command, article, anchor);
  if (comments.size >= limits.comments) throw new Refused("too-many-comments");
  const data = {
    ...idsOf(article),
    commentId,
    threadId: threadId ?? commentId,
    authorId: callerId,
    articleAuthorId: article.authorId,
    mentionIds: [...mentionIds],
    graphemes: lengthOf(text),
    text,
    anchor,
    quote,
  };
  return [{ type: "CommentPosted", data }];
}

function quoteOf(
  { threadId, quoteAt }: CommandOf<"PostComment">,
  article: ArticleFacts,
  anchor: Anchor,
): string[] {
  if (threadId !== null) throw new Refused("anchor-not-found");
  if (anchor.articleRevision !== article.revision) throw new Refused("stale-revision");
  const quote = quoteAt(anchor);
  if (!quote) throw new Refused("anchor-not-found");
  return [...quote];
}

function edit(command: CommandOf<"EditComment">, state: DiscussionState): DiscussionEvent[] {
  const article = permits(command);
  const { callerId, commentId, text, mentionIds, ifMatch } = command;
  const comment = ownComment(postedIn(state, command), command, commentId);
  if (ifMatch !== undefined && ifMatch !== comment.revision) throw new Refused("stale-revision");
  const data = {
    ...idsOf(article),
    commentId,
    authorId: callerId,
    mentionIds: [...mentionIds],
    newMentionIds: mentionIds.filter((uuid) => !comment.toldIds.has(uuid)),
    graphemes: lengthOf(text),
    text,
    revision: comment.revision + 1,
  };
  return [{ type: "CommentEdited", data }];
}

function remove(command: CommandOf<"DeleteComment">, state: DiscussionState): DiscussionEvent[] {
  const { commentId, callerId: deletedBy, article } = command;
  const posted = { ...state, comments: postedIn(state, command) };
  const { authorId, threadId } = permitsDeletion(posted, command, commentId);
  const reason = deletedBy === authorId ? null : command.reason;
  const data = { ...idsOf(article as ArticleFacts), commentId, threadId, authorId, deletedBy, reason };
  return [{ type: "CommentDeleted", data }];
}

function acknowledge(
  command: CommandOf<"Acknowledge">,
  { acknowledged }: DiscussionState,
): DiscussionEvent[] {
  const article = permits(command);
  const { callerId: memberId } = command;
  if (article.authorId === memberId) throw new Refused("own-article");
  if (acknowledged.has(memberId) === command.acknowledged) return [];
  const type = command.acknowledged ? "ArticleAcknowledged" : "AcknowledgementWithdrawn";
  return [{ type, data: { ...idsOf(article), memberId } }];
}
