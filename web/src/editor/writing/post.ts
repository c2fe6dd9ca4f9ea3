import type { Category } from "#contracts/subject/api";

interface PostTexts {
  readonly title: string;
  readonly category: Category | null;
  readonly html: string;
  /** How to contact the writer; recruitments only. */
  readonly contact?: string;
  /** The field `problems` as it is sent; articles and problems only. */
  readonly problems?: string;
}

/** The written text, ready to be sent. */
export interface WrittenPost extends PostTexts {
  readonly picture: File | undefined;
}

/** A post as the server stores it. */
export interface StoredPost extends PostTexts {
  readonly imageUrl: string | null;
  readonly revision: number;
}
