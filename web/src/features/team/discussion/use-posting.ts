import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Article } from "#contracts/article/api";
import { type Anchor, type Discussion, postComment } from "#contracts/discussion/api";
import { codeBlocksOf, locate, type Place, quoteIn } from "#contracts/discussion/locate";
import { outboxLimits } from "#contracts/limits";
import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { type Command, commandOf, send } from "#web/lib/calls/command.ts";
import { isConflict } from "#web/lib/calls/use-conflict.ts";
import { noteCommand } from "#web/lib/live/live-cache.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { currentToken, memberOf } from "#web/lib/session.ts";
import { unsent as records } from "#web/lib/unsent/device-store.ts";
import { waitingCommentsKey } from "#web/lib/unsent/form-draft.ts";
import type { FormRecord, UnsentRecord } from "#web/lib/unsent/record.ts";
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
}

type New = Pick<Posting, "text" | "threadId" | "place">;

const anchorOf = ({ place }: New, articleRevision: number): Anchor | null =>
  place && { ...place, articleRevision };

export const movedAway = "코드가 그사이 바뀌었어요. 줄을 다시 골라 주세요.";
const unsent = "보내지 못했어요";

/** A posting as the device stores it. */
interface Stored extends New, Pick<Sending, "quote"> {
  readonly revision: number;
  /** Key of the command that was sent last. */
  readonly sentKey: string;
}

/** The postings of an article on this device, as the input of a form, until each is sent or given up. */
function storedPostings(memberId: string, articleId: number) {
  const key = waitingCommentsKey(articleId);
  const isOfArticle = (one: UnsentRecord): one is FormRecord =>
    one.kind === "form" && one.memberId === memberId && one.key === key;
  return {
    load: async () => {
      await records.load();
      return records
        .all()
        .filter(isOfArticle)
        .toSorted((one, other) => one.at - other.at);
    },
    add(id: string, posting: Stored) {
      const own = { kind: "form", id, memberId, key, state: "editing" } as const;
      const record: FormRecord = { ...own, at: serverTime(), fields: { posting: JSON.stringify(posting) } };
      return records.keep([memberId, key, id], () => ({ put: [record] }));
    },
    remove: (id: string) => records.keep([memberId, key, id], (found) => ({ remove: found })),
    removeAll: () => records.keep([memberId, key], (found) => ({ remove: found })),
  };
}

/** Removes from the device the postings of an article that does not exist any more: nobody can send them. */
export function useGone(articleId: number, error: unknown): void {
  const isGone = isRefusal(error, "article-not-found");
  useEffect(() => {
    if (isGone) void storedPostings(memberOf(currentToken()) ?? "", articleId).removeAll();
  }, [articleId, isGone]);
}

/** Sends comments, and keeps on the device those that are on their way or have failed (spec/discussion.md §5). */
export function usePosting({ articleId, articleBody, revision }: Article, { threads }: Discussion) {
  const client = useQueryClient();
  const [postings, setPostings] = useState<readonly Sending[]>([]);
  const known = new Set(threads.flatMap(({ comments }) => comments.map(({ commentId }) => commentId)));
  const stored = storedPostings(memberOf(currentToken()) ?? "", articleId);

  const commandFor = ({ text, threadId }: New, anchor: Anchor | null) =>
    commandOf(postComment, {
      params: { articleId: String(articleId) },
      body: { text, ...(threadId !== null && { threadId }), ...(anchor && { anchor }) },
    });
  const change = (posting: Sending) =>
    setPostings((all) => all.map((one) => (one.key === posting.key ? posting : one)));
  const remove = (key: string) => {
    void stored.remove(key);
    setPostings((all) => all.filter((one) => one.key !== key));
  };
  function restored({ id: key, at, fields }: FormRecord): Sending {
    const { revision, sentKey, ...given }: Stored = JSON.parse(fields.posting ?? "");
    const command = commandFor(given, anchorOf(given, revision));
    // The server remembers a key for a day.
    const isKnown = serverTime() - at < outboxLimits.sameKeyMs;
    return { ...given, key, command: isKnown ? { ...command, key: sentKey } : command, failure: unsent };
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the records of the device are known
  useEffect(() => {
    void stored.load().then((found) => {
      const left = found.map(restored);
      setPostings((all) => [...left.filter(({ key }) => all.every((one) => one.key !== key)), ...all]);
    });
  }, []);

  /** The posting on the same lines of the article as it is now; undefined if they are gone. */
  async function placedAgain(posting: Sending, { articleBody, revision }: Article) {
    const { key, quote, text, threadId } = posting;
    const place = quote && posting.place && locate(quote, posting.place, codeBlocksOf(articleBody ?? ""));
    if (!place) return undefined;
    const command = commandFor({ text, threadId, place }, { ...place, articleRevision: revision });
    // A reload repeats this command, which may have been executed without an answer.
    await stored.add(key, { text, threadId, place, quote, revision, sentKey: command.key });
    return { ...posting, place, command };
  }

  /** Resolves to whether it needs this device no longer. */
  async function attempt(posting: Sending, isSecond = false): Promise<boolean> {
    change({ ...posting, failure: null });
    try {
      const { data } = await noteCommand(send(posting.command));
      change({ ...posting, failure: null, commentId: data.commentId });
    } catch (error) {
      if (isConflict(error) && !isSecond) {
        const again = await placedAgain(posting, error.data as Article);
        if (again) return attempt(again, true);
      }
      if (isRefusal(error, "article-not-found")) {
        remove(posting.key);
        return true;
      }
      change({
        ...posting,
        failure: isConflict(error) ? movedAway : (serverMessage(error) ?? unsent),
      });
      return false;
    }
    void stored.remove(posting.key);
    await client.invalidateQueries({ queryKey: discussionQuery(articleId).queryKey });
    remove(posting.key);
    return true;
  }

  return {
    postings: postings.filter(({ commentId = 0 }) => !known.has(commentId)) as readonly Posting[],
    /** Resolves to true once the device or the server has stored it: then its draft is no longer needed. */
    async post(given: New): Promise<boolean> {
      const command = commandFor(given, anchorOf(given, revision));
      const { key } = command;
      const quote = given.place ? quoteIn(articleBody ?? "", given.place) : undefined;
      const isKept = stored.add(key, { ...given, quote, revision, sentKey: key });
      const posting: Sending = { ...given, key, command, quote, failure: null };
      setPostings((all) => [...all, posting]);
      const isSent = attempt(posting);
      return (await isKept) || (await isSent);
    },
    again(key: string) {
      const posting = postings.find((one) => one.key === key);
      if (posting) void attempt(posting);
    },
    giveUp: remove,
  };
}
