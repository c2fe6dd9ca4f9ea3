import type { Article } from "#contracts/article/api";
import { isRealDate, studyDay } from "#contracts/dates";
import {
  acknowledge,
  type Comment,
  deleteComment,
  editComment,
  peek,
  postComment,
} from "#contracts/discussion/api";
import { quoteIn } from "#contracts/discussion/locate";
import { mentionedIn } from "#contracts/discussion/mentions";
import { type RefusalCode, Refused } from "#contracts/errors";
import { limits } from "#contracts/limits";
import { type ArticleFacts, articleFacts } from "../article/facts.ts";
import type { EventStore } from "../event-store/event-store.ts";
import { memberPhaseOf } from "../member/facts.ts";
import { handle } from "../platform/decider.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import { type Platform, withPresentState } from "../platform/platform.ts";
import { MemberForgotten } from "../platform/privacy/personal-data.ts";
import { countingOnce } from "../platform/quotas.ts";
import { dayEndOf, everIn, noRoster, rosterOf } from "../team/facts.ts";
import { type DiscussionCommand, discussion, type PostedComment } from "./discussion.ts";
import { streamOf } from "./facts.ts";
import { permitsPeek } from "./permits.ts";

interface DiscussionPlatform extends Platform {
  /** Whether the team solves first and the member has not solved yet (spec/discussion.md rule 13). */
  readonly isVeiled: (article: ArticleFacts, memberId: string) => Promise<boolean>;
  readonly presentArticle: (articleId: number, caller: string) => Promise<Article | undefined>;
  readonly presentComment: (commentId: number, caller: string) => Promise<Comment | undefined>;
  readonly storePeek: (memberId: string, teamId: number, date: string) => Promise<void>;
  /** @throws Refused too-many-requests */
  readonly countComment: (memberId: string) => Promise<void>;
  /** @throws Refused too-many-requests */
  readonly countAcknowledgement: (memberId: string) => Promise<void>;
}

const dayMs = 86_400_000;

/** Commands of spec/discussion.md §4. */
export function discussionRoutes(platform: DiscussionPlatform): Route[] {
  const { store } = platform;
  return [
    route(postComment, (call) => post(platform, call)),
    route(editComment, (call) => edit(platform, call)),
    route(deleteComment, (call) =>
      handle(store, call.command, {
        decider: discussion,
        stream: streamOf(call.params.articleId),
        command: async ({ comments }): Promise<DiscussionCommand> => ({
          type: "DeleteComment",
          ...(await factsFor(platform, call)),
          withdrawn: await withdrawnWriters(store, [comments.get(call.params.commentId)]),
          commentId: call.params.commentId,
          reason: call.body.reason || null,
        }),
      }).catch(unlessForgotten(call, "comment-not-found")),
    ),
    route(acknowledge, (call) => {
      const count = countingOnce(() => platform.countAcknowledgement(call.caller as string));
      return handle(store, call.command, {
        decider: discussion,
        stream: streamOf(call.params.articleId),
        command: async (): Promise<DiscussionCommand> => ({
          type: "Acknowledge",
          ...(await factsFor(platform, call)),
          acknowledged: call.body.acknowledged,
        }),
        beforeAppend: count,
      });
    }),
    route(peek, async ({ params: { teamId, date }, caller, command }) => {
      permitsPeek(await rosterOf(store, teamId), caller as string);
      if (!isRealDate(date)) throw new Refused("impossible-date");
      // Other days cannot be veiled, and each would be a row.
      const today = studyDay(command.now, await dayEndOf(store, teamId));
      if (Math.abs(Date.parse(date) - Date.parse(today)) <= dayMs)
        await platform.storePeek(caller as string, teamId, date);
      return { data: null };
    }),
  ];
}

/** The article and its team as the decision needs them. */
async function factsFor(
  { store, isVeiled }: DiscussionPlatform,
  { params, caller }: { readonly params: { readonly articleId: number }; readonly caller: string | null },
) {
  const callerId = caller as string;
  const article = await articleFacts(store, params.articleId);
  const team = article ? await rosterOf(store, article.teamId) : noRoster;
  return { callerId, article, team, isVeiled: article !== undefined && (await isVeiled(article, callerId)) };
}

/** Throws a refusal for an event that needs the key of another member who has withdrawn. */
const unlessForgotten =
  ({ caller }: { readonly caller: string | null }, code: RefusalCode) =>
  (error: unknown): never => {
    throw error instanceof MemberForgotten && error.member !== caller ? new Refused(code) : error;
  };

/** Whom a text names besides its writer: the first ones who are or were in the team. */
async function mentionsOf(
  { store }: DiscussionPlatform,
  article: ArticleFacts | undefined,
  text: string,
  writerId: string,
): Promise<string[]> {
  const named = mentionedIn(text).filter((uuid) => uuid !== writerId);
  if (!article || named.length === 0) return [];
  const known = await everIn(store, article.teamId);
  return named.filter((uuid) => known.has(uuid)).slice(0, limits.mentions);
}

async function withdrawnWriters(
  store: EventStore,
  comments: readonly (PostedComment | undefined)[],
): Promise<Set<string>> {
  const withdrawn = new Set<string>();
  for (const writer of new Set(comments.flatMap((comment) => comment?.authorId ?? [])))
    if ((await memberPhaseOf(store, writer)) === "withdrawn") withdrawn.add(writer);
  return withdrawn;
}

async function post(platform: DiscussionPlatform, call: Call<typeof postComment>) {
  const { store, ids } = platform;
  const { text, threadId, anchor } = call.body;
  const { articleId } = call.params;
  const callerId = call.caller as string;
  const commentId = await ids.next("comment");
  const present = () => platform.presentArticle(articleId, callerId);
  const count = countingOnce(() => platform.countComment(callerId));
  return withPresentState(platform, present, () =>
    handle(store, call.command, {
      decider: discussion,
      stream: streamOf(articleId),
      command: async ({ comments }): Promise<DiscussionCommand> => {
        // The others need not be known before the discussion is full.
        const concerned = [...comments.values()].filter(
          (comment) => comments.size >= limits.comments || comment.threadId === threadId,
        );
        const facts = await factsFor(platform, call);
        return {
          type: "PostComment",
          ...facts,
          commentId,
          threadId: threadId ?? null,
          text,
          mentionIds: await mentionsOf(platform, facts.article, text, callerId),
          anchor: anchor ?? null,
          quoteAt: (place) => quoteIn(facts.article?.body ?? "", place),
          withdrawn: await withdrawnWriters(store, concerned),
        };
      },
      answer: () => ({ data: { commentId, threadId: threadId ?? commentId } }),
      beforeAppend: count,
    }).catch(unlessForgotten(call, "article-not-found")),
  );
}

function edit(platform: DiscussionPlatform, call: Call<typeof editComment>) {
  const { articleId, commentId } = call.params;
  const { text } = call.body;
  const callerId = call.caller as string;
  const present = () => platform.presentComment(commentId, callerId);
  const count = countingOnce(() => platform.countComment(callerId));
  return withPresentState(platform, present, () =>
    handle(platform.store, call.command, {
      decider: discussion,
      stream: streamOf(articleId),
      command: async ({ comments }): Promise<DiscussionCommand> => {
        const facts = await factsFor(platform, call);
        const mentionIds = await mentionsOf(platform, facts.article, text, callerId);
        const withdrawn = await withdrawnWriters(platform.store, [comments.get(commentId)]);
        return {
          type: "EditComment",
          ...facts,
          commentId,
          text,
          mentionIds,
          withdrawn,
          ifMatch: call.ifMatch,
        };
      },
      answer: (state) => ({ data: null, etag: state.comments.get(commentId)?.revision ?? 1 }),
      beforeAppend: count,
    }),
  );
}
