import type { EventStore } from "../event-store/event-store.ts";
import { load } from "../platform/folding.ts";
import { rosterOf } from "../team/facts.ts";
import { article } from "./article.ts";

/** An existing article. Other contexts read it before they decide. */
export interface ArticleFacts {
  readonly articleId: number;
  readonly teamId: number;
  readonly authorId: string;
  /** Seoul day, `yyyy-MM-dd`. */
  readonly date: string;
  readonly revision: number;
  /** Sanitised HTML. */
  readonly body: string;
}

/** The article according to the log; undefined if it does not exist or its writer has withdrawn. */
export async function articleFacts(store: EventStore, articleId: number): Promise<ArticleFacts | undefined> {
  const { state } = await load(store, article, `article-${articleId}`);
  if (state.phase !== "posted" || state.title === null) return undefined;
  return { ...state.ref, revision: state.revision, body: state.body ?? "" };
}

/** Whether the article was deleted, by itself or with its team. */
export async function isArticleDeleted(store: EventStore, articleId: number): Promise<boolean> {
  const { state } = await load(store, article, `article-${articleId}`);
  if (state.phase !== "posted") return state.phase === "deleted";
  return (await rosterOf(store, state.ref.teamId)).phase === "deleted";
}

/** The day of an existing article (`yyyy-MM-dd`), read without its text; undefined if it does not exist. */
export async function dateOfArticle(store: EventStore, articleId: number): Promise<string | undefined> {
  const { state } = await load(store, article, `article-${articleId}`, { personal: "closed" });
  return state.phase === "posted" ? state.ref.date : undefined;
}
