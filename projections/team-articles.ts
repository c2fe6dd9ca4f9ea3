import { type Page, page } from "#contracts/endpoint";
import { type Articles, articleViews, type ListedArticle, listedArticles } from "./article-view.ts";
import { dayOrder } from "./day-order.ts";
import { discussionTypes } from "./discussion.ts";
import { position } from "./position.ts";
import { type Limit, prepared } from "./prepared.ts";
import { keyedBy, patch, projection, type RowsOf, remove, removeWhere, upsert } from "./projection.ts";
import { teamExists } from "./team-exists.ts";
import { isMember } from "./team-members.ts";

/**
 * Articles by team and Seoul day. Texts stay encrypted until a query reads them: they are most of the log, and
 * decrypting them took a third of a rebuild (docs/decisions/projections.md). An article whose author's key is destroyed
 * gets no row: the author has withdrawn, possibly earlier in the log than the article.
 */
export const teamArticles = projection({
  name: "team-articles",
  version: 5,
  table: {
    columns: {
      article_id: "bigint",
      team_id: "bigint",
      author_id: "uuid",
      date: "date",
      sealed: "text",
      problems: "jsonb",
      revision: "integer",
      created_at: "timestamptz",
      position: "text",
    },
    key: ["article_id"],
    indexes: [`(team_id, date, ${dayOrder.column} ${dayOrder.direction})`, "(author_id)"],
  },
  handlers: {
    ArticlePosted: (article, event) => {
      if (event.sealed === null) return [];
      return [
        upsert({
          article_id: article.articleId,
          team_id: article.teamId,
          author_id: article.authorId,
          date: article.date,
          sealed: event.sealed,
          problems: article.problems,
          revision: article.revision,
          created_at: event.occurredAt,
          position: position(event),
        }),
      ];
    },
    ArticleEdited: ({ articleId, problems, revision }, { sealed }) => [
      sealed === null
        ? remove({ article_id: articleId })
        : patch({ article_id: articleId }, { sealed, problems, revision }),
    ],
    ArticleDeleted: ({ articleId }) => [remove({ article_id: articleId })],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
    MemberWithdrawn: ({ memberId }) => [removeWhere({ author_id: memberId })],
  },
  unopened: ["ArticlePosted", "ArticleEdited"],
  touches: keyedBy("teamId", [
    "ArticlePosted",
    "ArticleEdited",
    "ArticleDeleted",
    "TeamDeleted",
    // Cards show counts and reviewers, and which articles are veiled.
    ...discussionTypes,
    "DiscussionOptionsChanged",
    // Only the team sees bodies; the articles of withdrawn members are removed.
    "MemberJoined",
    "ApplicantsAdmitted",
    "MemberLeft",
    "MemberKicked",
  ]),
});

declare module "./database.ts" {
  interface ReadModels {
    team_articles: RowsOf<typeof teamArticles>;
  }
}

/** spec/wire-contract.md §5.1: `memberId` is null for a visitor; an unknown team has an empty page. */
export async function readArticlesByDate(
  articles: Articles,
  params: { teamId: number; date: string; memberId: string | null; page: number; size: number },
): Promise<Page<ListedArticle>> {
  const { db } = articles;
  const [inTeam, rows, [counted]] = await Promise.all([
    isMember(db, params.teamId, params.memberId),
    articlesOfDay(db, { ...params, offset: params.page * params.size }),
    countOfDay(db, params),
  ]);
  const views = await articleViews(rows, articles, { memberId: params.memberId, inTeam });
  return page(views, params, counted?.total ?? 0);
}

interface Day {
  readonly teamId: number;
  readonly date: string;
}

const articlesOfDay = prepared((db, { teamId, date, size, offset }: Day & Limit) =>
  listedArticles(db)
    .where("team_articles.team_id", "=", teamId)
    .where("team_articles.date", "=", date)
    .where(teamExists(teamId))
    .orderBy(`team_articles.${dayOrder.column}`, dayOrder.direction)
    .limit(size)
    .offset(offset),
);

const countOfDay = prepared((db, { teamId, date }: Day) =>
  db
    .selectFrom("team_articles")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("team_id", "=", teamId)
    .where("date", "=", date)
    .where(teamExists(teamId)),
);
