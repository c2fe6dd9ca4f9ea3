import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Article } from "#contracts/article/api";
import { type Anchor, type Discussion, postComment } from "#contracts/discussion/api";
import { codeBlocksOf, locate, type Place, quoteAt } from "#contracts/discussion/locate";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { type Command, commandOf, send } from "#web/lib/calls/command.ts";
import { isConflict } from "#web/lib/calls/use-conflict.ts";
import { noteCommand } from "#web/lib/live/live-cache.ts";
import { discussionQuery } from "./queries.ts";

/** A comment of this page that the discussion does not contain yet. */
export interface Posting {
  readonly key: string;
  readonly text: string;
  readonly threadId: number | null;
  readonly place: Place | null;
  /** Why it could not be sent; null while it is being sent. */
  readonly failure: string | null;
  /** Once the server has confirmed it. */
  readonly commentId?: number;
}

interface Sending extends Posting {
  readonly command: Command<typeof postComment>;
  readonly quote: readonly string[] | undefined;
  /** Resolves to whether the text needs no draft any more. */
  readonly settle: (isDone: boolean) => void;
}

type New = Pick<Posting, "text" | "threadId" | "place">;

const movedAway = "코드가 그사이 바뀌었어요. 줄을 다시 골라 주세요.";
const unsent = "보내지 못했어요";

/** Sends comments and keeps those that are on their way or have failed (spec/discussion.md §5). */
export function usePosting({ articleId, articleBody, revision }: Article, { threads }: Discussion) {
  const client = useQueryClient();
  const [postings, setPostings] = useState<readonly Sending[]>([]);
  const known = new Set(threads.flatMap(({ comments }) => comments.map(({ commentId }) => commentId)));
  const codeBlocks = codeBlocksOf(articleBody ?? "");

  const commandFor = ({ text, threadId }: New, anchor: Anchor | null) =>
    commandOf(postComment, {
      params: { articleId: String(articleId) },
      body: { text, ...(threadId !== null && { threadId }), ...(anchor && { anchor }) },
    });
  const change = (posting: Sending) =>
    setPostings((all) => all.map((one) => (one.key === posting.key ? posting : one)));
  const remove = (key: string) => setPostings((all) => all.filter((one) => one.key !== key));

  /** The command for the same lines in the article as it is now; undefined if they are gone. */
  function placedAgain({ quote, place, text, threadId }: Sending, article: Article) {
    if (!quote || !place) return undefined;
    const now = locate(quote, place, codeBlocksOf(article.articleBody ?? ""));
    return now && commandFor({ text, threadId, place: now }, { ...now, articleRevision: article.revision });
  }

  async function attempt(posting: Sending, isSecond = false): Promise<void> {
    change({ ...posting, failure: null });
    try {
      const { data } = await noteCommand(send(posting.command));
      change({ ...posting, failure: null, commentId: data.commentId });
    } catch (error) {
      if (isConflict(error) && !isSecond) {
        const command = placedAgain(posting, error.data as Article);
        if (command) return attempt({ ...posting, command }, true);
      }
      change({
        ...posting,
        failure: isConflict(error) ? movedAway : (serverMessage(error) ?? unsent),
      });
      return;
    }
    posting.settle(true);
    await client.invalidateQueries({ queryKey: discussionQuery(articleId).queryKey });
    remove(posting.key);
  }

  return {
    postings: postings.filter(({ commentId = 0 }) => !known.has(commentId)) as readonly Posting[],
    /** Resolves once the comment is stored or given up: then its draft is no longer needed. */
    post(given: New): Promise<boolean> {
      const anchor = given.place && { ...given.place, articleRevision: revision };
      const command = commandFor(given, anchor);
      const quote = given.place ? quoteAt(given.place, codeBlocks) : undefined;
      return new Promise((settle) => {
        const posting: Sending = { ...given, key: command.key, command, quote, failure: null, settle };
        setPostings((all) => [...all, posting]);
        void attempt(posting);
      });
    },
    again(key: string) {
      const posting = postings.find((one) => one.key === key);
      if (posting) void attempt(posting);
    },
    giveUp(key: string) {
      postings.find((one) => one.key === key)?.settle(true);
      remove(key);
    },
  };
}
