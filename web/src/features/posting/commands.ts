import { type Article, editArticle, postArticle } from "#contracts/article/api";
import type { ProblemReference } from "#contracts/problems";
import { isRecord, maybe } from "#web/lib/navigation-state.ts";
import type { StoredPost, WrittenPost } from "../../editor/writing/post.ts";
import { commandOf } from "../../lib/calls/command.ts";

/** Posts an article, or edits the one with this id (spec/wire-contract.md §5.3, §5.4). */
export function articleCommand(
  teamId: number,
  articleId: number | null,
  { title, html, problems, picture }: WrittenPost,
  revision: number | null,
) {
  const body = { teamId, articleTitle: title, articleBody: html, problems };
  if (articleId === null) return commandOf(postArticle, { body, picture });
  // The body repeats the ids, as in other clients of this API, although the server reads only the path.
  const edited = { ...body, articleId };
  return commandOf(editArticle, { params: { articleId }, body: edited, picture, ifMatch: revision ?? "*" });
}

/** The initial values of the form; an article stores its problems as references without titles. */
export const formOf = ({ articleTitle, articleBody, imageUrl, revision, problems }: EditedArticle) => ({
  title: articleTitle,
  category: null,
  html: articleBody ?? "",
  imageUrl: imageUrl ?? null,
  revision: revision ?? null,
  // An absent list keeps the stored problems.
  ...(problems && { problems: JSON.stringify(problems) }),
});

export function storedOf(data: unknown): StoredPost {
  const article = data as Article;
  return { ...formOf(article), revision: article.revision };
}

/** The article to edit, which the team page passes in the navigation state. */
export interface EditedArticle {
  articleId: number;
  articleTitle: string;
  articleBody?: string | null | undefined;
  imageUrl?: string | null | undefined;
  revision?: number | null | undefined;
  createdDate?: string | null | undefined;
  problems?: readonly ProblemReference[] | null | undefined;
}

const isEditedArticle = (value: unknown): value is EditedArticle =>
  isRecord(value) &&
  Number.isInteger(value.articleId) &&
  typeof value.articleTitle === "string" &&
  maybe("string", value.articleBody) &&
  maybe("string", value.imageUrl) &&
  maybe("number", value.revision) &&
  maybe("string", value.createdDate) &&
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
