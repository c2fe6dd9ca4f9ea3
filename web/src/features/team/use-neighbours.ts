import { useQueryClient } from "@tanstack/react-query";
import type { Article } from "#contracts/article/api";
import type { Page } from "#contracts/endpoint";
import { toast } from "#web/ui/toast.tsx";
import { articlesQuery } from "./queries.ts";
import { articlesFailed } from "./texts.ts";
import type { TeamDay } from "./use-day-reading.ts";

/** Open the article before or after the open one, in the order of the cards; absent at either end. */
export interface Neighbours {
  readonly previous?: (() => void) | undefined;
  readonly next?: (() => void) | undefined;
}

interface Around {
  readonly page: number;
  /** The articles of `page`; undefined until they are loaded. */
  readonly articles: Page<Article> | undefined;
  readonly openId: number | null;
  /** Opens an article of this page of the list. */
  readonly onOpen: (article: Article, page: number) => void;
}

/** The neighbours of the open article, also those on the pages beside the shown one. */
export function useNeighbours(
  { teamId, date }: TeamDay,
  { page, articles, openId, onOpen }: Around,
): Neighbours {
  const client = useQueryClient();
  const at = articles?.content.findIndex(({ articleId }) => articleId === openId) ?? -1;
  if (!articles || at === -1) return {};
  const step = (by: 1 | -1) => {
    const beside = articles.content[at + by];
    if (beside) return () => onOpen(beside, page);
    const other = page + by;
    if (other < 0 || other >= articles.page.totalPages) return;
    return () =>
      void client.fetchQuery(articlesQuery(teamId, date, other)).then(
        ({ content }) => {
          const first = content.at(by === 1 ? 0 : -1);
          if (first) onOpen(first, other);
        },
        () => toast.error(articlesFailed),
      );
  };
  return { previous: step(-1), next: step(1) };
}
