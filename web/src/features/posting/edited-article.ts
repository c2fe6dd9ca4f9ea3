import type { ProblemReference } from "#contracts/problems";
import { isRecord, maybe } from "#web/lib/navigation-state.ts";

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
