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
const personal = { subject: "authorId", fields: ["title", "body", "imageUrl"] };

/** Stream `article-<id>`. */
export const articleEvents = {
  ArticlePosted: event(1, text, { personal }),
  ArticleEdited: event(1, text, { personal }),
  ArticleDeleted: event(1, ref),
};
export type ArticleEvent = EventOf<typeof articleEvents>;
