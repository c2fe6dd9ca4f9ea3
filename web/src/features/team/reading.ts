import type { Article } from "#contracts/article/api";
import type { Page } from "#contracts/endpoint";

/** What the reading pane shows: nothing yet, the day's problem, or one article as it was last seen. */
export type Reading = { kind: "none" } | { kind: "subject" } | { kind: "article"; article: Article };

/**
 * Keeps the pane on its article when the list changes under the reader (spec/ui.md §10): a newer text is taken over,
 * an article pushed to a later page stays open, a deleted one is answered with null.
 */
export function followed(article: Article, list: Page<Article>): Article | null {
  const same = list.content.find((one) => one.articleId === article.articleId);
  if (same) return same;
  const { number, totalPages } = list.page;
  const ids = list.content.map((one) => one.articleId);
  const pushedBack = number + 1 < totalPages && ids.every((id) => id > article.articleId);
  const onEarlierPage = number > 0 && ids.every((id) => id < article.articleId);
  return pushedBack || onEarlierPage ? article : null;
}
