import { type Page, page } from "#contracts/endpoint";
import { type Articles, articleViews, type ListedArticle, listedArticles } from "./article-view.ts";
import { position } from "./position.ts";
import { type Limit, prepared } from "./prepared.ts";
import { keyedBy, projection, type RowsOf, remove, removeWhere, upsert } from "./projection.ts";
import { teamExists } from "./team-exists.ts";

/** The articles of a member by team; their texts are in team-articles. */
export const myArticles = projection({
  name: "my-articles",
  version: 2,
  table: {
    columns: { member_id: "uuid", article_id: "bigint", team_id: "bigint", position: "text" },
    key: ["member_id", "article_id"],
    indexes: ["(member_id, team_id, position DESC)", "(team_id)"],
  },
  handlers: {
    // Without a key the author has withdrawn: see team-articles.
    ArticlePosted: ({ authorId, articleId, teamId }, event) =>
      event.sealed === null
        ? []
        : [
            upsert({
              member_id: authorId,
              article_id: articleId,
              team_id: teamId,
              position: position(event),
            }),
          ],
    ArticleDeleted: ({ authorId, articleId }) => [remove({ member_id: authorId, article_id: articleId })],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
    MemberWithdrawn: ({ memberId }) => [removeWhere({ member_id: memberId })],
  },
  unopened: ["ArticlePosted"],
  touches: keyedBy("authorId", ["ArticlePosted", "ArticleEdited", "ArticleDeleted"]),
});

declare module "./database.ts" {
  interface ReadModels {
    my_articles: RowsOf<typeof myArticles>;
  }
}

/** spec/wire-contract.md §5.2: the caller's own articles in a team, newest first. */
export async function readMyArticles(
  articles: Articles,
  params: { teamId: number; memberId: string; page: number; size: number },
): Promise<Page<ListedArticle>> {
  const { db } = articles;
  const [rows, [counted]] = await Promise.all([
    articlesOf(db, { ...params, offset: params.page * params.size }),
    countOf(db, params),
  ]);
  const views = await articleViews(rows, articles, { memberId: params.memberId, inTeam: true });
  return page(views, params, counted?.total ?? 0);
}

interface Own {
  readonly teamId: number;
  readonly memberId: string;
}

/** Texts and writers are joined to the rows of the page alone. */
const articlesOf = prepared((db, { teamId, memberId, size, offset }: Own & Limit) =>
  listedArticles(db)
    .innerJoin(
      db
        .selectFrom("my_articles")
        .select(["article_id", "position"])
        .where("member_id", "=", memberId)
        .where("team_id", "=", teamId)
        .where(teamExists(teamId))
        .orderBy("position", "desc")
        .limit(size)
        .offset(offset)
        .as("own"),
      "own.article_id",
      "team_articles.article_id",
    )
    .orderBy("own.position", "desc"),
);

const countOf = prepared((db, { teamId, memberId }: Own) =>
  db
    .selectFrom("my_articles")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("member_id", "=", memberId)
    .where("team_id", "=", teamId)
    .where(teamExists(teamId)),
);
