import { sql } from "kysely";
import type { Today } from "#contracts/today/api";
import { type Articles, articleTitles, isReviewed } from "./article-view.ts";
import { nameOf, pictureOf } from "./people.ts";
import { position } from "./position.ts";
import { prepared } from "./prepared.ts";
import { projection, type RowsOf, remove, removeWhere, upsert } from "./projection.ts";

/** The reviewer of an article, until they are released. Whether the review is done is read from comments and marks. */
export const reviews = projection({
  name: "reviews",
  version: 1,
  table: {
    columns: {
      article_id: "bigint",
      team_id: "bigint",
      reviewer_id: "uuid",
      author_id: "uuid",
      date: "date",
      assigned_at: "timestamptz",
      position: "text",
    },
    key: ["article_id"],
    indexes: ["(reviewer_id, team_id)", "(author_id)", "(team_id)"],
  },
  handlers: {
    ReviewerAssigned: ({ articleId, teamId, reviewerId, authorId, date }, event) => [
      upsert({
        article_id: articleId,
        team_id: teamId,
        reviewer_id: reviewerId,
        author_id: authorId,
        date,
        assigned_at: event.occurredAt,
        position: position(event),
      }),
    ],
    ReviewerReleased: ({ articleId }) => [remove({ article_id: articleId })],
    ArticleDeleted: ({ articleId }) => [remove({ article_id: articleId })],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
    MemberWithdrawn: ({ memberId }) => [
      removeWhere({ reviewer_id: memberId }),
      removeWhere({ author_id: memberId }),
    ],
  },
  // Browsers watch the channels of `discussion` and `team-articles`.
  touches: () => [],
});

declare module "./database.ts" {
  interface ReadModels {
    reviews: RowsOf<typeof reviews>;
  }
}

/** Open reviews of a member in present teams that ask for them, the oldest first (spec/discussion.md §4). */
export async function readReviewsOf(
  { db, decryptTexts }: Pick<Articles, "db" | "decryptTexts">,
  params: Asked,
): Promise<Today["reviews"]> {
  const rows = await openReviews(db, params);
  const titles = await articleTitles({ decryptTexts }, rows);
  return rows.flatMap((row, index) => {
    const articleTitle = titles[index];
    if (articleTitle === undefined) return [];
    const author = { uuid: row.author_id, memberName: nameOf(row), imageUrl: pictureOf(row) };
    const { article_id: articleId, team_id: teamId, date } = row;
    return [{ articleId, articleTitle, teamId, date, author }];
  });
}

interface Asked {
  readonly memberId: string;
  /** Those asked for earlier are shown no longer. */
  readonly asked: string;
}

const shownAtOnce = 20;

const openReviews = prepared((db, { memberId, asked }: Asked) =>
  db
    .selectFrom("reviews")
    .innerJoin("team_page", "team_page.team_id", "reviews.team_id")
    .innerJoin("team_members", (join) =>
      join
        .onRef("team_members.team_id", "=", "reviews.team_id")
        .onRef("team_members.member_id", "=", "reviews.reviewer_id"),
    )
    .innerJoin("team_articles", "team_articles.article_id", "reviews.article_id")
    .leftJoin("member_card", "member_card.uuid", "reviews.author_id")
    .select(["reviews.article_id", "reviews.team_id", "reviews.author_id", "reviews.date"])
    .select(["team_articles.sealed", "member_card.name", "member_card.image_url"])
    .where("reviews.reviewer_id", "=", memberId)
    .where("reviews.assigned_at", ">", asked)
    .where("team_page.review_partner", "=", sql.lit(true))
    .where((eb) => eb.not(isReviewed))
    .orderBy("reviews.position")
    .limit(shownAtOnce),
);
