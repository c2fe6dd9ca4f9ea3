import type { ArticleInDay } from "#contracts/article/api";
import { limits } from "#contracts/limits";
import { type Articles, articleRows, readView } from "./article-view.ts";
import { dayOrder } from "./day-order.ts";
import { prepared } from "./prepared.ts";

/** spec/daily-use.md §5 call 2: `page` counts from zero; undefined for an unknown article. */
export async function readArticleInDay(
  articles: Articles,
  { articleId, memberId }: { articleId: number; memberId: string | null },
): Promise<ArticleInDay | undefined> {
  const [row] = await articleInDay(articles.db, { articleId });
  const view = row && (await readView(articles, row, memberId));
  if (!view) return undefined;
  const page = Math.floor(row.newer / limits.articlePageSize);
  return { ...view, teamId: row.team_id, date: row.date, page };
}

const articleInDay = prepared((db, { articleId }: { articleId: number }) =>
  articleRows(db)
    .select("team_articles.sealed")
    .select((eb) =>
      eb
        .selectFrom("team_articles as other")
        .select((count) => count.fn.countAll<number>().as("newer"))
        .whereRef("other.team_id", "=", "team_articles.team_id")
        .whereRef("other.date", "=", "team_articles.date")
        .whereRef(`other.${dayOrder.column}`, dayOrder.isBefore, `team_articles.${dayOrder.column}`)
        .$asScalar()
        .$notNull()
        .as("newer"),
    )
    .where("team_articles.article_id", "=", articleId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("team_page").whereRef("team_page.team_id", "=", "team_articles.team_id")),
    ),
);
