import { z } from "zod";
import { type EventOf, event, programText } from "../event.ts";
import { articleProblems } from "../problem-fields.ts";

const ref = z.object({
  articleId: z.number().int(),
  teamId: z.number().int(),
  authorId: z.uuid(),
  /** Seoul calendar day on which the article was created, `yyyy-MM-dd`. */
  date: programText,
});
const text = ref.extend({
  title: z.string().nullable(),
  /** Sanitised HTML. */
  body: z.string().nullable(),
  imageUrl: z.string().nullable(),
  revision: z.number().int(),
  problems: articleProblems,
});
const rest = {
  personal: { subject: "authorId", fields: ["title", "body", "imageUrl"] },
  upcasters: { 1: (data: Record<string, unknown>) => ({ problems: [], ...data }) },
};

/** Stream `article-<id>`. */
export const articleEvents = {
  ArticlePosted: event(2, text, rest),
  ArticleEdited: event(2, text, rest),
  ArticleDeleted: event(1, ref),
};
export type ArticleEvent = EventOf<typeof articleEvents>;
