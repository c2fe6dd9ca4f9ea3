import { type Article, editArticle, postArticle } from "#contracts/article/api";
import type { StoredPost, WrittenPost } from "../../editor/writing/post.ts";
import { commandOf } from "../../lib/calls/command.ts";
import type { EditedArticle } from "./edited-article.ts";

/** Posts an article, or edits the one with this id (spec/wire-contract.md §5.3, §5.4). */
export function articleCommand(
  teamId: number,
  articleId: number | null,
  { title, html, picture }: WrittenPost,
  revision: number | null,
) {
  const body = { teamId, articleTitle: title, articleBody: html };
  if (articleId === null) return commandOf(postArticle, { body, picture });
  // The ids travel in the body too, as in every client of this API; the server reads the path.
  const edited = { ...body, articleId };
  return commandOf(editArticle, { params: { articleId }, body: edited, picture, ifMatch: revision ?? "*" });
}

/** An article as the form opens with it. */
export const formOf = ({ articleTitle, articleBody, imageUrl, revision }: EditedArticle) => ({
  title: articleTitle,
  category: null,
  html: articleBody ?? "",
  imageUrl: imageUrl ?? null,
  revision: revision ?? null,
});

export function storedOf(data: unknown): StoredPost {
  const article = data as Article;
  return { ...formOf(article), revision: article.revision };
}
