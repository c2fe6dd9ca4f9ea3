import { queryOptions } from "@tanstack/react-query";
import { type Article, getMyArticles } from "#contracts/article/api";
import { limits } from "#contracts/limits";
import { read } from "../../lib/calls/api.ts";

/** An own article, null when there is none of this id in the team: one reads them by the page (spec/wire-contract.md §5.2). */
export const ownArticleQuery = (uuid: string | null, teamId: number, articleId: number) =>
  queryOptions({
    queryKey: ["my-articles", uuid, { teamId, articleId }],
    queryFn: async ({ signal }): Promise<Article | null> => {
      for (let page = 0; ; page += 1) {
        const query = { page, size: limits.pageSizeMax };
        const articles = await read(getMyArticles, { params: { teamId }, query, signal });
        const found = articles.content.find((article) => article.articleId === articleId);
        if (found || page + 1 >= articles.page.totalPages) return found ?? null;
      }
    },
    enabled: uuid !== null,
  });
