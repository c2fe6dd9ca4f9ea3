import { type Article, deleteArticle, editArticle, postArticle } from "#contracts/article/api";
import { studyDay } from "#contracts/dates";
import { handle, permitEarly } from "../platform/decider.ts";
import { load } from "../platform/folding.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import { type Platform, storingPictures, withPresentState } from "../platform/platform.ts";
import { dayEndOf, noRoster, rosterOf } from "../team/facts.ts";
import { type ArticleCommand, type ArticleState, article, permits } from "./article.ts";

interface ArticlePlatform extends Platform {
  /** The list item as the caller sees it. */
  readonly presentArticle: (articleId: number, caller: string) => Promise<Article | undefined>;
}

/** Commands of spec/wire-contract.md §5.3–5.5. */
export function articleRoutes(platform: ArticlePlatform): Route[] {
  const { store } = platform;
  return [
    route(
      postArticle,
      (call) => post(platform, call),
      ({ body: { teamId }, caller, commandId }) =>
        permitEarly(store, commandId, async () => {
          const team = await rosterOf(store, teamId);
          permits(article.initial, { callerId: caller as string, team }, "PostArticle");
        }),
    ),
    route(
      editArticle,
      (call) => edit(platform, call),
      ({ params: { articleId }, caller, commandId }) =>
        permitEarly(store, commandId, async () => {
          const { state } = await load(store, article, `article-${articleId}`);
          const team = await teamOf(platform, state);
          permits(state, { callerId: caller as string, team }, "EditArticle");
        }),
    ),
    route(deleteArticle, (call) =>
      handle(store, call.command, {
        decider: article,
        stream: `article-${call.params.articleId}`,
        command: async (state): Promise<ArticleCommand> => ({
          type: "DeleteArticle",
          callerId: call.caller as string,
          team: await teamOf(platform, state),
        }),
      }),
    ),
  ];
}

const teamOf = (platform: Platform, state: ArticleState) =>
  state.phase === "posted" ? rosterOf(platform.store, state.ref.teamId) : Promise.resolve(noRoster);

async function post(
  platform: ArticlePlatform,
  { body, html, picture, caller, command }: Call<typeof postArticle>,
) {
  const { teamId } = body;
  const authorId = caller as string;
  // Queried together, so that both are sent in one packet.
  const [articleId, team, dayEndsAt] = await Promise.all([
    platform.ids.next("article"),
    rosterOf(platform.store, teamId),
    dayEndOf(platform.store, teamId),
  ]);
  return handle(platform.store, command, {
    decider: article,
    stream: `article-${articleId}`,
    isNewStream: true,
    command: {
      type: "PostArticle",
      ref: { articleId, teamId, authorId, date: studyDay(command.now, dayEndsAt) },
      team,
      title: body.articleTitle,
      body: html.articleBody?.html ?? "",
      imageUrl: picture?.url ?? null,
      problems: body.problems ?? [],
    } satisfies ArticleCommand,
    answer: () => ({ data: { articleId } }),
    beforeAppend: storingPictures(platform, { picture, caller }, [`member:${authorId}`, `team:${teamId}`]),
  });
}

function edit(platform: ArticlePlatform, call: Call<typeof editArticle>) {
  const { articleId } = call.params;
  const callerId = call.caller as string;
  const stream = `article-${articleId}`;
  const present = () => platform.presentArticle(articleId, callerId);
  return withPresentState(platform, present, () =>
    handle(platform.store, call.command, {
      decider: article,
      stream,
      command: async (state): Promise<ArticleCommand> => ({
        type: "EditArticle",
        callerId,
        team: await teamOf(platform, state),
        ifMatch: call.ifMatch,
        title: call.body.articleTitle,
        body: call.html.articleBody,
        imageUrl: call.picture?.url,
        problems: call.body.problems,
      }),
      answer: (state) => ({ data: null, ...(state.phase === "posted" ? { etag: state.revision } : {}) }),
      beforeAppend: async (events, position) => {
        for (const { data } of events)
          await storingPictures(platform, call, [`member:${callerId}`, `team:${data.teamId}`])(
            events,
            position,
          );
      },
    }),
  );
}
