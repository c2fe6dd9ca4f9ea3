import { sql } from "kysely";
import type { Article } from "#contracts/article/api";
import { seoulDateTime } from "#contracts/dates";
import { limits } from "#contracts/limits";
import type { ProblemKey } from "#contracts/problems";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { dayOfTeam, daysByEnd } from "./team-days.ts";

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

/** Titles of rows in their order, which everybody may see; undefined if the writer's key has been destroyed. */
export async function articleTitles(
  { decryptTexts }: Pick<Articles, "decryptTexts">,
  rows: Parameters<DecryptTexts>[0],
): Promise<(string | undefined)[]> {
  return (await decryptTexts(rows)).map((text) => text?.title);
}

/** The database with the articles and the function that decrypts them. */
export interface Articles {
  readonly db: ReadModelsDatabase;
  readonly decryptTexts: DecryptTexts;
  readonly now: () => Date;
}

/** An article, or for a long one the function that reads it; undefined if it was deleted meanwhile. */
export type ListedArticle = Article | (() => Promise<Article | undefined>);

/** Articles as the caller may see them, without those whose writer is being withdrawn. */
export async function articleViews(
  rows: readonly ArticleRow[],
  articles: Articles,
  caller: Caller,
): Promise<ListedArticle[]> {
  const articleIds = rows.map(({ article_id }) => article_id);
  const [texts, statuses] = await Promise.all([
    articles.decryptTexts(rows),
    readArticleStatuses(articles, { articleIds, memberId: caller.memberId }),
  ]);
  return rows.flatMap((row, index): ListedArticle[] => {
    const text = texts[index];
    if (row.sealed === null)
      return [() => readArticle(articles, { articleId: row.article_id, memberId: caller.memberId })];
    return text ? [articleView(row, text, { ...caller, status: statuses.get(row.article_id) })] : [];
  });
}

interface Caller {
  readonly memberId: string | null;
  readonly inTeam: boolean;
}

interface Reader extends Caller {
  /** Undefined unless the caller is in the team. */
  readonly status: ArticleStatus | undefined;
}

/**
 * Body and picture are visible only to the team and the author, and to the team not while they are veiled. Two readers pass
 * `inTeam: true`: my-articles.ts (own rows) and search-feed.ts (present teams of the caller).
 */
function articleView(row: ArticleRow, { title, body, imageUrl }: ArticleText, caller: Reader): Article {
  const isAuthor = row.author_id === caller.memberId;
  const veiled = caller.status?.veiled ?? false;
  // Without a status the caller has left since the question whether they are in the team.
  const open = isAuthor || (caller.inTeam && caller.status !== undefined && !veiled);
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
    veiled,
    comments: caller.status?.comments ?? null,
    acknowledgements: caller.status?.acknowledgements ?? null,
    acknowledgedByMe: caller.status?.acknowledged_by_me ?? false,
    review: reviewOf(caller.status, caller.memberId),
  };
}

function reviewOf(status: ArticleStatus | undefined, memberId: string | null): Article["review"] {
  if (!status?.reviewer_id || !(status.is_reviewed || status.is_asked)) return null;
  return {
    reviewer: { uuid: status.reviewer_id, memberName: nameOf(status), imageUrl: pictureOf(status) },
    isMine: status.reviewer_id === memberId,
    state: status.is_reviewed ? "done" : "open",
  };
}

/** What a member of its team sees beside an article. */
type ArticleStatus = Awaited<ReturnType<typeof statusesOf>>[number];

/** By articleId; without articles of teams in which the member is not present. */
async function readArticleStatuses(
  { db, now }: Pick<Articles, "db" | "now">,
  { articleIds, memberId }: { readonly articleIds: readonly number[]; readonly memberId: string | null },
): Promise<ReadonlyMap<number, ArticleStatus>> {
  if (memberId === null || articleIds.length === 0) return new Map();
  const at = now();
  const asked = new Date(at.getTime() - limits.reviewDays * 86_400_000).toISOString();
  const rows = await statusesOf(db, { articleIds, memberId, days: daysByEnd(at), asked });
  return new Map(rows.map((row) => [row.article_id, row]));
}

/** Whether an article is withheld from a member of its team. */
export async function isVeiled(
  articles: Pick<Articles, "db" | "now">,
  articleId: number,
  memberId: string,
): Promise<boolean> {
  return (
    (await readArticleStatuses(articles, { articleIds: [articleId], memberId })).get(articleId)?.veiled ??
    false
  );
}

interface OfMember {
  readonly articleIds: readonly number[];
  readonly memberId: string;
  /** Of `daysByEnd`: only articles of the team's present day can be veiled. */
  readonly days: string;
  /** Open reviews that were asked for earlier are shown no longer. */
  readonly asked: string;
}

/** Whether a review is done: its reviewer has acknowledged the article or commented it (spec/discussion.md rule 12). */
export const isReviewed = sql<boolean>`(
  EXISTS (SELECT FROM article_marks AS mark
    WHERE mark.article_id = reviews.article_id AND mark.member_id = reviews.reviewer_id)
  OR EXISTS (SELECT FROM discussion AS comment
    WHERE comment.article_id = reviews.article_id AND comment.author_id = reviews.reviewer_id
      AND comment.deleted_by IS NULL AND comment.sealed IS NOT NULL
      AND comment.graphemes >= ${sql.lit(limits.reviewComment)})
)`;

const statusesOf = prepared((db, { articleIds, memberId, days, asked }: OfMember) =>
  db
    .selectFrom("team_articles")
    .innerJoin("team_page", "team_page.team_id", "team_articles.team_id")
    .innerJoin("team_members", (join) =>
      join
        .onRef("team_members.team_id", "=", "team_articles.team_id")
        .on("team_members.member_id", "=", memberId),
    )
    .leftJoin("reviews", (join) =>
      join.onRef("reviews.article_id", "=", "team_articles.article_id").on("reviews.released_at", "is", null),
    )
    .leftJoin("member_card", "member_card.uuid", "reviews.reviewer_id")
    .select([
      "team_articles.article_id",
      "reviews.reviewer_id",
      "member_card.name",
      "member_card.image_url",
      isReviewed.as("is_reviewed"),
      sql<boolean>`team_page.review_partner AND reviews.assigned_at > ${asked}`.as("is_asked"),
      sql<number>`(SELECT count(*) FROM discussion AS comment
        WHERE comment.article_id = team_articles.article_id
          AND comment.deleted_by IS NULL AND comment.sealed IS NOT NULL)`.as("comments"),
      sql<number>`(SELECT count(*) FROM article_marks AS mark
        WHERE mark.article_id = team_articles.article_id)`.as("acknowledgements"),
      sql<boolean>`EXISTS (SELECT FROM article_marks AS mark
        WHERE mark.article_id = team_articles.article_id AND mark.member_id = ${memberId})`.as(
        "acknowledged_by_me",
      ),
      // spec/discussion.md rule 13; a deleted article keeps its row in team_writers.
      sql<boolean>`team_page.solve_first AND team_articles.date = ${dayOfTeam(days)}
        AND team_articles.author_id <> ${memberId}
        AND reviews.reviewer_id IS DISTINCT FROM ${memberId}
        AND EXISTS (SELECT FROM team_calendar AS problem
          WHERE problem.team_id = team_articles.team_id AND problem.date = team_articles.date)
        AND NOT EXISTS (SELECT FROM team_writers AS own
          WHERE own.team_id = team_articles.team_id AND own.date = team_articles.date
            AND own.author_id = ${memberId})
        AND NOT EXISTS (SELECT FROM peeks
          WHERE peeks.member_id = ${memberId} AND peeks.team_id = team_articles.team_id
            AND peeks.date = team_articles.date)`.as("veiled"),
    ])
    .where(sql<boolean>`team_articles.article_id = any(${articleIds}::bigint[])`),
);

const articlesBy = prepared((db, { articleId }: { articleId: number }) =>
  articleRows(db).select("team_articles.sealed").where("team_articles.article_id", "=", articleId),
);

/** The list item of one article, e.g. as the current state of a 412 (spec/wire-contract.md §1.10). */
export async function readArticle(
  articles: Articles,
  { articleId, memberId }: { articleId: number; memberId: string | null },
): Promise<Article | undefined> {
  const [row] = await articlesBy(articles.db, { articleId });
  return row && readView(articles, row, memberId);
}

/** The view of a row with its text; undefined if the writer has withdrawn. */
export async function readView(
  articles: Articles,
  row: ArticleRow,
  memberId: string | null,
): Promise<Article | undefined> {
  const [[text], statuses] = await Promise.all([
    articles.decryptTexts([row]),
    readArticleStatuses(articles, { articleIds: [row.article_id], memberId }),
  ]);
  const status = statuses.get(row.article_id);
  return text && articleView(row, text, { memberId, inTeam: status !== undefined, status });
}
