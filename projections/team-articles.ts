import type { Article } from "#contracts/article/api";
import { type Page, page } from "#contracts/endpoint";
import { type ArticleRow, articleRows, articleView } from "./article-view.ts";
import type { ReadModelsDatabase } from "./database.ts";
import { position } from "./position.ts";
import { prepared } from "./prepared.ts";
import { patch, projection, remove, removeWhere, upsert } from "./projection.ts";
import { teamExists } from "./team-exists.ts";
import { isMember } from "./team-members.ts";

/**
 * Articles by team and Seoul day. Texts are null once their writer's key is gone; the removal follows in the log, unless
 * they were recorded behind it: what has no title went with its writer.
 */
export const teamArticles = projection({
  name: "team-articles",
  version: 1,
  table: {
    columns: {
      article_id: "bigint",
      team_id: "bigint",
      author_id: "uuid",
      date: "date",
      title: "text null",
      body: "text null",
      image_url: "text null",
      revision: "integer",
      created_at: "timestamptz",
      position: "text",
    },
    key: ["article_id"],
    indexes: ["(team_id, date, position DESC)", "(author_id)"],
  },
  handlers: {
    ArticlePosted: (article, place) => [
      upsert({
        article_id: article.articleId,
        team_id: article.teamId,
        author_id: article.authorId,
        date: article.date,
        title: article.title,
        body: article.body,
        image_url: article.imageUrl,
        revision: article.revision,
        created_at: place.occurredAt,
        position: position(place),
      }),
    ],
    ArticleEdited: ({ articleId, title, body, imageUrl, revision }) => [
      patch({ article_id: articleId }, { title, body, image_url: imageUrl, revision }),
    ],
    ArticleDeleted: ({ articleId }) => [remove({ article_id: articleId })],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
    MemberWithdrawn: ({ memberId }) => [removeWhere({ author_id: memberId })],
  },
  touches: (event) => {
    switch (event.type) {
      case "ArticlePosted":
      case "ArticleEdited":
      case "ArticleDeleted":
      case "TeamDeleted":
      // Bodies are shown to the team only; the articles of those who withdraw go.
      case "MemberJoined":
      case "ApplicantsAdmitted":
      case "MemberLeft":
      case "MemberKicked":
        return [String(event.data.teamId)];
      default:
        return [];
    }
  },
});

/** spec/wire-contract.md §5.1: `memberId` is null for a visitor; an unknown team has an empty page. */
export async function readArticlesByDate(
  db: ReadModelsDatabase,
  asked: { teamId: number; date: string; memberId: string | null; page: number; size: number },
): Promise<Page<Article>> {
  const [inTeam, rows, [counted]] = await Promise.all([
    isMember(db, asked.teamId, asked.memberId),
    articlesOfDay(db, { ...asked, offset: asked.page * asked.size }),
    countOfDay(db, asked),
  ]);
  const view = (row: ArticleRow) => articleView(row, { memberId: asked.memberId, inTeam });
  return page(rows.map(view), asked, counted?.total ?? 0);
}

interface Day {
  readonly teamId: number;
  readonly date: string;
}

const articlesOfDay = prepared(
  (db, { teamId, date, size, offset }: Day & { readonly size: number; readonly offset: number }) =>
    articleRows(db)
      .where("team_articles.team_id", "=", teamId)
      .where("team_articles.date", "=", date)
      .where("team_articles.title", "is not", null)
      .where(teamExists(teamId))
      .orderBy("team_articles.position", "desc")
      .limit(size)
      .offset(offset),
);

const countOfDay = prepared((db, { teamId, date }: Day) =>
  db
    .selectFrom("team_articles")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("team_id", "=", teamId)
    .where("date", "=", date)
    .where("title", "is not", null)
    .where(teamExists(teamId)),
);

const articlesBy = prepared((db, { articleId }: { articleId: number }) =>
  articleRows(db).where("team_articles.article_id", "=", articleId),
);

/** The list item of one article, e.g. as present state of a 412 (spec/wire-contract.md §1.10). */
export async function readArticle(
  db: ReadModelsDatabase,
  { articleId, memberId }: { articleId: number; memberId: string | null },
): Promise<Article | undefined> {
  const [row] = await articlesBy(db, { articleId });
  return row && articleView(row, { memberId, inTeam: await isMember(db, row.team_id, memberId) });
}
