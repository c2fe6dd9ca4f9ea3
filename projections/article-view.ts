import type { Article } from "#contracts/article/api";
import { seoulDateTime } from "#contracts/dates";
import type { ProblemKey } from "#contracts/problems";
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
      "team_articles.date",
      "team_articles.sealed",
      "team_articles.created_at",
      "team_articles.revision",
      "team_articles.problems",
      "member_card.name",
      "member_card.image_url",
    ]);

export type ArticleRow = Awaited<ReturnType<ReturnType<typeof articleRows>["execute"]>>[number];

/** The personal part of an article. */
export interface ArticleText {
  readonly title: string;
  readonly body: string;
  readonly imageUrl: string | null;
}

/** Opens what stands sealed in rows, in their order; undefined where the writer's key is gone. */
export type OpenTexts = (
  rows: readonly { readonly author_id: string; readonly sealed: string | null }[],
) => Promise<readonly (ArticleText | undefined)[]>;

/** Where articles are, and how they are opened. */
export interface Articles {
  readonly db: ReadModelsDatabase;
  readonly openTexts: OpenTexts;
}

/** Articles as the caller may see them, without those whose writer is just withdrawing. */
export async function articleViews(
  rows: readonly ArticleRow[],
  openTexts: OpenTexts,
  caller: Caller,
): Promise<Article[]> {
  const texts = await openTexts(rows);
  return rows.flatMap((row, index) => {
    const text = texts[index];
    return text ? [articleView(row, text, caller)] : [];
  });
}

interface Caller {
  readonly memberId: string | null;
  readonly inTeam: boolean;
}

/** Body and picture are for the team and for the author. */
function articleView(row: ArticleRow, { title, body, imageUrl }: ArticleText, caller: Caller): Article {
  const isAuthor = row.author_id === caller.memberId;
  const open = isAuthor || caller.inTeam;
  return {
    articleId: row.article_id,
    articleTitle: title,
    articleBody: open ? body : null,
    createdDate: seoulDateTime(new Date(row.created_at)),
    imageUrl: open ? imageUrl : null,
    memberName: nameOf(row),
    memberImage: pictureOf(row),
    isAuthor,
    problems: (row.problems as ProblemKey[]).map(({ provider, number }) => ({
      ...{ provider, number },
      ...{ title: null, url: null },
    })),
    revision: row.revision,
  };
}
