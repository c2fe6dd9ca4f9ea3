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
  // The ids travel in the body too, as in every client of this API; the server reads the path.
  const edited = { ...body, articleId };
  return commandOf(editArticle, { params: { articleId }, body: edited, picture, ifMatch: revision ?? "*" });
}

/** An article as the form opens with it. What other sites call its problems no article holds. */
export const formOf = ({ articleTitle, articleBody, imageUrl, revision, problems }: EditedArticle) => ({
  title: articleTitle,
  category: null,
  html: articleBody ?? "",
  imageUrl: imageUrl ?? null,
  revision: revision ?? null,
  // Absent where it is not known: then it stays as it is.
  ...(problems && { problems: JSON.stringify(problems) }),
});

export function storedOf(data: unknown): StoredPost {
  const article = data as Article;
  return { ...formOf(article), revision: article.revision };
}
