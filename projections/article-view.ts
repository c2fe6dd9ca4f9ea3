import { sql } from "kysely";
import type { Article } from "#contracts/article/api";
import { seoulDateTime } from "#contracts/dates";
import type { ProblemKey } from "#contracts/problems";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { isMember } from "./team-members.ts";

/** Articles with name and picture of their writers, without their texts. */
export const articleRows = (db: ReadModelsDatabase) =>
  db
    .selectFrom("team_articles")
    .leftJoin("member_card", "member_card.uuid", "team_articles.author_id")
    .select([
      "team_articles.article_id",
      "team_articles.team_id",
      "team_articles.author_id",
      "team_articles.date",
      "team_articles.created_at",
      "team_articles.revision",
      "team_articles.problems",
      "member_card.name",
      "member_card.image_url",
    ]);

/** Maximum of characters of an encrypted text that a list reads immediately: fifty articles may add up to 140 MB. */
const listedText = 131_072;

/** Articles with their texts, except long ones. */
export const listedArticles = (db: ReadModelsDatabase) =>
  articleRows(db).select(
    sql<string | null>`CASE WHEN octet_length(team_articles.sealed) <= ${sql.lit(listedText)}
      THEN team_articles.sealed END`.as("sealed"),
  );

type ArticleRow = Awaited<ReturnType<ReturnType<typeof listedArticles>["execute"]>>[number];

/** The personal part of an article. */
export interface ArticleText {
  readonly title: string;
  readonly body: string;
  readonly imageUrl: string | null;
}

/** Decrypts the texts of rows in their order; undefined if the writer's key has been destroyed. */
export type DecryptTexts = (
  rows: readonly { readonly author_id: string; readonly sealed: string | null }[],
) => Promise<readonly (ArticleText | undefined)[]>;

/** The database with the articles and the function that decrypts them. */
export interface Articles {
  readonly db: ReadModelsDatabase;
  readonly decryptTexts: DecryptTexts;
}

/** An article, or for a long one the function that reads it; undefined if it was deleted meanwhile. */
export type ListedArticle = Article | (() => Promise<Article | undefined>);

/** Articles as the caller may see them, without those whose writer is being withdrawn. */
export async function articleViews(
  rows: readonly ArticleRow[],
  articles: Articles,
  caller: Caller,
): Promise<ListedArticle[]> {
  const texts = await articles.decryptTexts(rows);
  return rows.flatMap((row, index): ListedArticle[] => {
    const text = texts[index];
    if (row.sealed === null)
      return [() => readArticle(articles, { articleId: row.article_id, memberId: caller.memberId })];
    return text ? [articleView(row, text, caller)] : [];
  });
}

interface Caller {
  readonly memberId: string | null;
  readonly inTeam: boolean;
}

/**
 * Body and picture are visible only to the team and the author. Two readers pass `inTeam: true`: my-articles.ts (own
 * rows) and search-feed.ts (present teams of the caller).
 */
export function articleView(
  row: ArticleRow,
  { title, body, imageUrl }: ArticleText,
  caller: Caller,
): Article {
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
      provider,
      number,
      title: null,
      url: null,
    })),
    revision: row.revision,
  };
}

const articlesBy = prepared((db, { articleId }: { articleId: number }) =>
  articleRows(db).select("team_articles.sealed").where("team_articles.article_id", "=", articleId),
);

/** The list item of one article, e.g. as the current state of a 412 (spec/wire-contract.md §1.10). */
export async function readArticle(
  { db, decryptTexts }: Articles,
  { articleId, memberId }: { articleId: number; memberId: string | null },
): Promise<Article | undefined> {
  const rows = await articlesBy(db, { articleId });
  const inTeam = rows[0] !== undefined && (await isMember(db, rows[0].team_id, memberId));
  const [text] = await decryptTexts(rows);
  return rows[0] && text && articleView(rows[0], text, { memberId, inTeam });
}
