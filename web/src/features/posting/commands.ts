import { type Article, editArticle, postArticle } from "#contracts/article/api";
import { isRecord, maybe } from "#web/lib/navigation-state.ts";
import { furtherOf } from "../../editor/writing/further-fields.ts";
import type { StoredPost, WrittenPost } from "../../editor/writing/post.ts";
import { commandOf } from "../../lib/calls/command.ts";
import { articleFields, type EditedArticle } from "./article-fields.tsx";

/** Posts an article, or edits the one with this id (spec/wire-contract.md §5.3, §5.4). */
export function articleCommand(
  teamId: number,
  articleId: number | null,
  { title, html, further, picture }: WrittenPost,
  revision: number | null,
) {
  const body = { teamId, articleTitle: title, articleBody: html, ...further };
  if (articleId === null) return commandOf(postArticle, { body, picture });
  // The body repeats the ids, as in other clients of this API, although the server reads only the path.
  const edited = { ...body, articleId };
  return commandOf(editArticle, { params: { articleId }, body: edited, picture, ifMatch: revision ?? "*" });
}

/** The initial values of the form. */
export const formOf = (article: EditedArticle) => ({
  title: article.articleTitle,
  category: null,
  html: article.articleBody ?? "",
  imageUrl: article.imageUrl ?? null,
  revision: article.revision ?? null,
  further: furtherOf(articleFields, article),
});

export function storedOf(data: unknown): StoredPost {
  const article = data as Article;
  return { ...formOf(article), revision: article.revision };
}

const isEditedArticle = (value: unknown): value is EditedArticle =>
  isRecord(value) &&
  Number.isInteger(value.articleId) &&
  typeof value.articleTitle === "string" &&
  maybe("string", value.articleBody) &&
  maybe("string", value.imageUrl) &&
  maybe("number", value.revision) &&
  maybe("string", value.createdDate) &&
  maybe("string", value.date) &&
  (value.problems == null || Array.isArray(value.problems));

/** The article to edit, from the navigation state or only its id; both are null for a new article. */
export interface WriteTarget {
  readonly articleId: number | null;
  readonly fromState: EditedArticle | null;
}

/** Parses navigation state and address, both untrusted (spec/ui.md §12.1). Only the address survives a reload. */
export function writeTargetOf(state: unknown, search: string): WriteTarget {
  const fromState = isRecord(state) && isEditedArticle(state.article) ? state.article : null;
  const named = new URLSearchParams(search).get("article") ?? "";
  const inAddress = /^\d{1,15}$/.test(named) ? Number(named) : null;
  return { articleId: fromState?.articleId ?? inAddress, fromState };
}
