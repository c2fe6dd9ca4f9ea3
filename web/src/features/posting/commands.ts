import { type Article, editArticle, postArticle } from "#contracts/article/api";
import type { StoredPost, WrittenPost } from "../../editor/writing/post.ts";
import { commandOf } from "../../lib/calls/command.ts";
import type { EditedArticle } from "./edited-article.ts";

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
