import { isRecord, maybe } from "#web/lib/handed-over.ts";

/** What the team page hands over in the navigation state when an article is edited. */
export interface EditedArticle {
  articleId: number;
  articleTitle: string;
  articleBody?: string | null | undefined;
  imageUrl?: string | null | undefined;
  revision?: number | null | undefined;
  createdDate?: string | null | undefined;
}

const isEditedArticle = (value: unknown): value is EditedArticle =>
  isRecord(value) &&
  Number.isInteger(value.articleId) &&
  typeof value.articleTitle === "string" &&
  maybe("string", value.articleBody) &&
  maybe("string", value.imageUrl) &&
  maybe("number", value.revision) &&
  maybe("string", value.createdDate);

/** The article to edit, undefined when a new one is written (spec/ui.md §12.1). */
export const editedArticleOf = (state: unknown): EditedArticle | undefined =>
  isRecord(state) && isEditedArticle(state.article) ? state.article : undefined;
