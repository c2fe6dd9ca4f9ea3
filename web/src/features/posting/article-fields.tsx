import type { Article } from "#contracts/article/api";
import type { FurtherFieldsOf } from "../../editor/writing/further-fields.ts";
import { problemsField } from "../team/problems-field.tsx";

/** The article to edit: fetched, or as the team page passes it in the navigation state. */
export type EditedArticle = Pick<Article, "articleId" | "articleTitle"> & {
  readonly [Name in keyof Article]?: Article[Name] | null | undefined;
} & {
  /** Its day, which is not always that of `createdDate`. */
  readonly date?: string | null | undefined;
};

/** The fields of an article beside title and text, by their names in the body of its commands. */
export const articleFields: FurtherFieldsOf<EditedArticle> = { problems: problemsField };
