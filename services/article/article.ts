import { isDeepStrictEqual } from "node:util";
import type { ArticleEvent } from "#contracts/article/events";
import { Refused } from "#contracts/errors";
import type { ProblemKey } from "#contracts/problems";
import type { Decider } from "../platform/decider.ts";
import { type BodyText, nextPicture } from "../platform/html/picture-of-body.ts";
import { isMember, type Roster } from "../team/facts.ts";

interface ArticleRef {
  readonly articleId: number;
  readonly teamId: number;
  readonly authorId: string;
  readonly date: string;
}

export type ArticleState =
  | { readonly phase: "absent" | "deleted" }
  | {
      readonly phase: "posted";
      readonly ref: ArticleRef;
      readonly title: string | null;
      readonly body: string | null;
      readonly imageUrl: string | null;
      readonly problems: readonly ProblemKey[];
      readonly revision: number;
    };

type Posted = Extract<ArticleState, { phase: "posted" }>;

interface ByCaller {
  readonly callerId: string;
  /** The team of the article. */
  readonly team: Roster;
}

export type ArticleCommand =
  | {
      readonly type: "PostArticle";
      readonly ref: ArticleRef;
      readonly team: Roster;
      readonly title: string;
      readonly body: string;
      readonly imageUrl: string | null;
      readonly problems: readonly ProblemKey[];
    }
  | (ByCaller & {
      readonly type: "EditArticle";
      readonly ifMatch: number | undefined;
      readonly title: string | undefined;
      readonly body: BodyText | undefined;
      /** Of a newly uploaded picture. */
      readonly imageUrl: string | undefined;
      readonly problems: readonly ProblemKey[] | undefined;
    })
  | (ByCaller & { readonly type: "DeleteArticle" });

/**
 * Who may do what with an article: members of its team post it, its author changes it.
 * @throws Refused `author-not-in-team`, `article-not-found`, `not-the-author`
 */
export function permits(
  state: ArticleState,
  { callerId, team }: ByCaller,
  action: ArticleCommand["type"],
): void {
  if (action === "PostArticle") {
    if (!isMember(team, callerId)) throw new Refused("author-not-in-team");
  } else if (found(state, team).ref.authorId !== callerId) throw new Refused("not-the-author");
}

function found(state: ArticleState, team: Roster): Posted {
  // Without a title the writer's key is destroyed, and the texts with it.
  if (state.phase !== "posted" || state.title === null || team.phase !== "live")
    throw new Refused("article-not-found");
  return state;
}

/** Articles of members (spec/wire-contract.md §5). They are deleted with their team. */
export const article: Decider<ArticleState, ArticleCommand, ArticleEvent> = {
  initial: { phase: "absent" },
  lastOf: [{ types: ["ArticlePosted", "ArticleEdited"], count: 1 }],

  decide(command, state) {
    if (command.type === "PostArticle") {
      const { ref, title, body, imageUrl } = command;
      const problems = keysOf(command.problems);
      permits(state, { callerId: ref.authorId, team: command.team }, command.type);
      return [{ type: "ArticlePosted", data: { ...ref, title, body, imageUrl, problems, revision: 1 } }];
    }
    permits(state, command, command.type);
    const posted = found(state, command.team);
    if (command.type === "DeleteArticle") return [{ type: "ArticleDeleted", data: posted.ref }];
    if (command.ifMatch !== undefined && command.ifMatch !== posted.revision)
      throw new Refused("stale-revision");
    const next = {
      title: command.title ?? posted.title,
      body: command.body?.html ?? posted.body,
      imageUrl: nextPicture(posted.imageUrl, command.imageUrl, command.body),
      problems: keysOf(command.problems ?? posted.problems),
    };
    const isSame =
      next.title === posted.title &&
      next.body === posted.body &&
      next.imageUrl === posted.imageUrl &&
      isDeepStrictEqual(next.problems, posted.problems);
    if (isSame) return [];
    return [{ type: "ArticleEdited", data: { ...posted.ref, ...next, revision: posted.revision + 1 } }];
  },

  evolve(state, event) {
    if (event.type === "ArticleDeleted") return { phase: "deleted" };
    if (event.type !== "ArticlePosted" && event.type !== "ArticleEdited") return state;
    const { articleId, teamId, authorId, date, title, body, imageUrl, problems, revision } = event.data;
    const ref = { articleId, teamId, authorId, date };
    return { phase: "posted", ref, title, body, imageUrl, problems, revision };
  },
};

const keysOf = (problems: readonly ProblemKey[]) =>
  problems.map(({ provider, number }) => ({ provider, number }));
