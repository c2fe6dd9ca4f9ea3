import { z } from "zod";

/** What the team page hands over in the navigation state when an article is edited. */
const editedArticle = z.object({
  articleId: z.number().int(),
  articleTitle: z.string(),
  articleBody: z.string().nullish(),
  imageUrl: z.string().nullish(),
  revision: z.number().int().nullish(),
  createdDate: z.string().nullish(),
});
export type EditedArticle = z.infer<typeof editedArticle>;

const handedOver = z.object({ article: editedArticle });

/** The article to edit, undefined when a new one is written (spec/ui.md §12.1). */
export const editedArticleOf = (state: unknown): EditedArticle | undefined =>
  handedOver.safeParse(state).data?.article;
