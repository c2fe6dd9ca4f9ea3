import { Refused } from "#contracts/errors";
import type { ArticleFacts } from "../article/facts.ts";
import { assertMember, isManager, isMember, type Roster } from "../team/facts.ts";

export interface ByCaller {
  readonly callerId: string;
  /** Undefined if the article does not exist. */
  readonly article: ArticleFacts | undefined;
  /** The team of the article. */
  readonly team: Roster;
}

interface ByReader extends ByCaller {
  /** Whether the team solves first and the caller has not solved yet (spec/discussion.md rule 13). */
  readonly isVeiled: boolean;
}

interface Written<Comment> {
  readonly comments: ReadonlyMap<number, Comment>;
  readonly formerWriters: ReadonlySet<string>;
}

/**
 * Who may read and write a discussion: present members of its team who may see the article.
 * @throws Refused `article-not-found`, `caller-not-in-team`, `article-veiled`
 */
export function permits(caller: ByReader): ArticleFacts {
  const article = articleOf(caller);
  if (!isMember(caller.team, caller.callerId)) throw new Refused("caller-not-in-team");
  if (caller.isVeiled) throw new Refused("article-veiled");
  return article;
}

/**
 * Who may edit a comment: its writer.
 * @throws Refused `comment-not-found`, `not-the-commenter`
 */
export function ownComment<Comment extends { readonly authorId: string }>(
  comments: Written<Comment>["comments"],
  { callerId }: ByCaller,
  commentId: number,
): Comment {
  const comment = comments.get(commentId);
  if (!comment) throw new Refused("comment-not-found");
  if (comment.authorId !== callerId) throw new Refused("not-the-commenter");
  return comment;
}

/**
 * Who may delete a comment: its writer, also one who has left the team, and a manager. A former member learns that a comment is
 * unknown only after deleting one.
 * @throws Refused `article-not-found`, `caller-not-in-team`, `comment-not-found`, `not-the-commenter`
 */
export function permitsDeletion<Comment extends { readonly authorId: string }>(
  state: Written<Comment>,
  caller: ByCaller,
  commentId: number,
): Comment {
  articleOf(caller);
  const { team, callerId } = caller;
  const comment = state.comments.get(commentId);
  const isWriter = comment?.authorId === callerId;
  const isKnown = comment ? isWriter : state.formerWriters.has(callerId);
  if (!isMember(team, callerId) && !isKnown) throw new Refused("caller-not-in-team");
  if (!comment) throw new Refused("comment-not-found");
  if (!isWriter && !isManager(team, callerId)) throw new Refused("not-the-commenter");
  return comment;
}

function articleOf({ article, team }: ByCaller): ArticleFacts {
  if (!article || team.phase !== "live") throw new Refused("article-not-found");
  return article;
}

/**
 * Who may open a day of a team: its present members.
 * @throws Refused `team-not-found`, `caller-not-in-team`
 */
export function permitsPeek(team: Roster, callerId: string): void {
  assertMember(team, callerId);
}
