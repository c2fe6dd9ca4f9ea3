import type { ProblemReference } from "#contracts/problems";
import { isRecord, maybe } from "#web/lib/navigation-state.ts";

/** What the team page hands over in the navigation state when an article is edited. */
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

/** What the write screen is about: the article to edit, whole or only its id; neither when a new one is written. */
export interface WriteTarget {
  readonly articleId: number | null;
  readonly fromState: EditedArticle | null;
}

/** Reads navigation state and address, both of unknown origin (spec/ui.md §12.1). The address outlives the state. */
export function writeTargetOf(state: unknown, search: string): WriteTarget {
  const fromState = isRecord(state) && isEditedArticle(state.article) ? state.article : null;
  const named = new URLSearchParams(search).get("article") ?? "";
  const inAddress = /^\d{1,15}$/.test(named) ? Number(named) : null;
  return { articleId: fromState?.articleId ?? inAddress, fromState };
}
