import type { Article } from "#contracts/article/api";
import { type Page, page } from "#contracts/endpoint";
import { type Articles, articleRows, articleViews } from "./article-view.ts";
import { position } from "./position.ts";
import { prepared } from "./prepared.ts";
import { patch, projection, type RowsOf, remove, removeWhere, upsert } from "./projection.ts";
import { teamExists } from "./team-exists.ts";
import { isMember } from "./team-members.ts";

/**
 * Articles by team and Seoul day. What somebody wrote stays sealed and is opened when it is read: it is most of the log, and
 * opening it took a third of building this anew (docs/decisions/projections.md). Null once its writer's key is gone; the removal
 * follows in the log, unless it was recorded behind it: what is null went with its writer.
 */
export const teamArticles = projection({
  name: "team-articles",
  version: 2,
  table: {
    columns: {
      article_id: "bigint",
      team_id: "bigint",
      author_id: "uuid",
      date: "date",
      sealed: "text null",
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
        sealed: place.sealed,
        revision: article.revision,
        created_at: place.occurredAt,
        position: position(place),
      }),
    ],
    ArticleEdited: ({ articleId, revision }, { sealed }) => [
      patch({ article_id: articleId }, { sealed, revision }),
    ],
    ArticleDeleted: ({ articleId }) => [remove({ article_id: articleId })],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
    MemberWithdrawn: ({ memberId }) => [removeWhere({ author_id: memberId })],
  },
  unopened: ["ArticlePosted", "ArticleEdited"],
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

declare module "./database.ts" {
  interface ReadModels {
    team_articles: RowsOf<typeof teamArticles>;
  }
}

/** spec/wire-contract.md §5.1: `memberId` is null for a visitor; an unknown team has an empty page. */
export async function readArticlesByDate(
  { db, openTexts }: Articles,
  asked: { teamId: number; date: string; memberId: string | null; page: number; size: number },
): Promise<Page<Article>> {
  const [inTeam, rows, [counted]] = await Promise.all([
    isMember(db, asked.teamId, asked.memberId),
    articlesOfDay(db, { ...asked, offset: asked.page * asked.size }),
    countOfDay(db, asked),
  ]);
  const views = await articleViews(rows, openTexts, { memberId: asked.memberId, inTeam });
  return page(views, asked, counted?.total ?? 0);
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
      .where("team_articles.sealed", "is not", null)
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
    .where("sealed", "is not", null)
    .where(teamExists(teamId)),
);

const articlesBy = prepared((db, { articleId }: { articleId: number }) =>
  articleRows(db).where("team_articles.article_id", "=", articleId),
);

/** The list item of one article, e.g. as present state of a 412 (spec/wire-contract.md §1.10). */
export async function readArticle(
  { db, openTexts }: Articles,
  { articleId, memberId }: { articleId: number; memberId: string | null },
): Promise<Article | undefined> {
  const rows = await articlesBy(db, { articleId });
  const inTeam = rows[0] !== undefined && (await isMember(db, rows[0].team_id, memberId));
  const [view] = await articleViews(rows, openTexts, { memberId, inTeam });
  return view;
}
