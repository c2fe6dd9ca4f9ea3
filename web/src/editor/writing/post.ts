import type { Category } from "#contracts/subject/api";
import type { FurtherTexts } from "../../lib/unsent/found-draft.ts";

interface PostTexts {
  readonly title: string;
  readonly category: Category | null;
  readonly html: string;
  /** Values of the further fields of its form (further-fields.ts) by name. */
  readonly further: FurtherTexts;
}

/** The written text, ready to be sent; of its further fields only those that are sent. */
export interface WrittenPost extends PostTexts {
  readonly picture: File | undefined;
}

/** A post as the server stores it. */
export interface StoredPost extends PostTexts {
  readonly imageUrl: string | null;
  readonly revision: number;
}
