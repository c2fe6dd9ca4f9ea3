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
  | {
      readonly type: "EditArticle";
      readonly callerId: string;
      readonly team: Roster;
      readonly ifMatch: number | undefined;
      readonly title: string | undefined;
      readonly body: BodyText | undefined;
      /** Of a newly uploaded picture. */
      readonly imageUrl: string | undefined;
      readonly problems: readonly ProblemKey[] | undefined;
    }
  | { readonly type: "DeleteArticle"; readonly callerId: string; readonly team: Roster };

/** Articles of members (spec/wire-contract.md §5). They are deleted with their team. */
export const article: Decider<ArticleState, ArticleCommand, ArticleEvent> = {
  initial: { phase: "absent" },
  lastOf: [{ types: ["ArticlePosted", "ArticleEdited"], count: 1 }],

  decide(command, state) {
    if (command.type === "PostArticle") {
      const { ref, title, body, imageUrl } = command;
      const problems = keysOf(command.problems);
      if (!isMember(command.team, ref.authorId)) throw new Refused("not-a-team-member");
      return [{ type: "ArticlePosted", data: { ...ref, title, body, imageUrl, problems, revision: 1 } }];
    }
    // Without a title the writer's key is destroyed, and the texts with it.
    const isThere = state.phase === "posted" && state.title !== null && command.team.phase === "live";
    if (!isThere) throw new Refused("article-not-found");
    if (state.ref.authorId !== command.callerId) throw new Refused("not-the-author");
    if (command.type === "DeleteArticle") return [{ type: "ArticleDeleted", data: state.ref }];
    if (command.ifMatch !== undefined && command.ifMatch !== state.revision)
      throw new Refused("stale-revision");
    const next = {
      title: command.title ?? state.title,
      body: command.body?.html ?? state.body,
      imageUrl: nextPicture(state.imageUrl, command.imageUrl, command.body),
      problems: keysOf(command.problems ?? state.problems),
    };
    const isSame =
      next.title === state.title &&
      next.body === state.body &&
      next.imageUrl === state.imageUrl &&
      isDeepStrictEqual(next.problems, state.problems);
    if (isSame) return [];
    return [{ type: "ArticleEdited", data: { ...state.ref, ...next, revision: state.revision + 1 } }];
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
