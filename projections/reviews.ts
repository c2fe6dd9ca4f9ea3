import { sql } from "kysely";
import { limits } from "#contracts/limits";
import type { Today } from "#contracts/today/api";
import { type Articles, articleTitles, isReviewed } from "./article-view.ts";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf, pictureOf } from "./people.ts";
import { position } from "./position.ts";
import { prepared } from "./prepared.ts";
import { patch, projection, type RowsOf, removeWhere, upsert } from "./projection.ts";

/**
 * The reviewer of an article. Whether the review is done is read from comments and marks. Requests keep their row when the
 * reviewer is released or the article is deleted, because they count when the next reviewer is chosen; a member who
 * withdraws is released like one who leaves.
 */
export const reviews = projection({
  name: "reviews",
  version: 1,
  table: {
    columns: {
      article_id: "bigint",
      team_id: "bigint",
      reviewer_id: "uuid",
      date: "date",
      /** When the article was posted. */
      assigned_at: "timestamptz",
      position: "text",
      released_at: "timestamptz null",
    },
    key: ["article_id"],
    indexes: ["(reviewer_id, team_id)", "(team_id, assigned_at)"],
  },
  handlers: {
    ReviewerAssigned: ({ articleId, teamId, reviewerId, date }, event) => [
      upsert({
        article_id: articleId,
        team_id: teamId,
        reviewer_id: reviewerId,
        date,
        assigned_at: event.occurredAt,
        position: position(event),
        released_at: null,
      }),
    ],
    ReviewerReleased: ({ articleId }, { occurredAt }) => [
      patch({ article_id: articleId }, { released_at: occurredAt }),
    ],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
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
    .leftJoin("member_card", "member_card.uuid", "team_articles.author_id")
    .select(["reviews.article_id", "reviews.team_id", "reviews.date"])
    .select(["team_articles.author_id", "team_articles.sealed", "member_card.name", "member_card.image_url"])
    .where("reviews.reviewer_id", "=", memberId)
    .where("reviews.assigned_at", ">", asked)
    .where("reviews.released_at", "is", null)
    .where("team_page.review_partner", "=", sql.lit(true))
    .where((eb) => eb.not(isReviewed))
    .orderBy("reviews.position")
    .limit(shownAtOnce),
);

interface EarlierThan {
  readonly teamId: number;
  readonly articleId: number;
  readonly postedAt: string;
}

/** How long a request counts when reviewers are chosen. */
const countedMs = 30 * 86_400_000;

/** The reviewers of the articles that a team posted in the 30 days before one, one entry for each request. */
export async function readEarlierReviewers(
  db: ReadModelsDatabase,
  { teamId, articleId, postedAt }: EarlierThan,
): Promise<string[]> {
  const since = new Date(Date.parse(postedAt) - countedMs).toISOString();
  const rows = await earlierReviewers(db, { teamId, articleId, postedAt, since });
  return rows.map(({ reviewer_id }) => reviewer_id);
}

const earlierReviewers = prepared(
  (db, { teamId, articleId, postedAt, since }: EarlierThan & { since: string }) =>
    db
      .selectFrom("reviews")
      .select("reviewer_id")
      .where("team_id", "=", teamId)
      .where("assigned_at", ">", since)
      // Of articles posted at the same time, those with lower ids are earlier.
      .where(sql<boolean>`(assigned_at, article_id) < (${postedAt}::timestamptz, ${articleId}::bigint)`),
);

interface Leaving {
  readonly memberId: string;
  readonly teamId: number | null;
  readonly at: string;
}

/**
 * The articles whose reviewer a member is who leaves a team, or all with null. Those whose open reviews are shown no longer
 * stay as they are, so that their number does not grow with the years of a membership.
 */
export async function readReviewsToRelease(
  db: ReadModelsDatabase,
  { memberId, teamId, at }: Leaving,
): Promise<{ articleId: number; teamId: number }[]> {
  const asked = new Date(Date.parse(at) - limits.reviewDays * 86_400_000).toISOString();
  const rows = await reviewsToRelease(db, { memberId, teamId, at, asked });
  return rows.map(({ article_id, team_id }) => ({ articleId: article_id, teamId: team_id }));
}

const reviewsToRelease = prepared((db, { memberId, teamId, at, asked }: Leaving & { asked: string }) =>
  db
    .selectFrom("reviews")
    .select(["article_id", "team_id"])
    .where("reviewer_id", "=", memberId)
    .where(sql<boolean>`team_id = coalesce(${teamId}::bigint, team_id)`)
    .where("assigned_at", ">", asked)
    .where("assigned_at", "<=", at)
    .where("released_at", "is", null)
    .orderBy("position"),
);
