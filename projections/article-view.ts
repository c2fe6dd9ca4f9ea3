import type { Article } from "#contracts/article/api";
import { seoulDateTime } from "#contracts/dates";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf, pictureOf } from "./people.ts";

/** Articles with the name and picture of their writers. */
export const articleRows = (db: ReadModelsDatabase) =>
  db
    .selectFrom("team_articles")
    .leftJoin("member_card", "member_card.uuid", "team_articles.author_id")
    .select([
      "team_articles.article_id",
      "team_articles.team_id",
      "team_articles.author_id",
      "team_articles.title",
      "team_articles.body",
      "team_articles.image_url as picture",
      "team_articles.created_at",
      "team_articles.revision",
      "member_card.name",
      "member_card.image_url",
    ]);

export type ArticleRow = Awaited<ReturnType<ReturnType<typeof articleRows>["execute"]>>[number];

/** An article as the caller may see it: body and picture are for the team and for its author. */
export function articleView(row: ArticleRow, caller: { memberId: string | null; inTeam: boolean }): Article {
  const isAuthor = row.author_id === caller.memberId;
  const open = isAuthor || caller.inTeam;
  return {
    articleId: row.article_id,
    articleTitle: row.title ?? "",
    articleBody: open ? (row.body ?? "") : null,
    createdDate: seoulDateTime(new Date(row.created_at)),
    imageUrl: open ? row.picture : null,
    memberName: nameOf(row),
    memberImage: pictureOf(row),
    isAuthor,
    revision: row.revision,
  };
}
