import { projection, type RowsOf, remove, removeWhere, upsert } from "./projection.ts";

/** Who has acknowledged an article; members who have left stay. */
export const articleMarks = projection({
  name: "article-marks",
  version: 1,
  table: {
    columns: { article_id: "bigint", member_id: "uuid", team_id: "bigint", marked_at: "timestamptz" },
    key: ["article_id", "member_id"],
    indexes: ["(member_id)", "(team_id)"],
  },
  handlers: {
    ArticleAcknowledged: ({ articleId, memberId, teamId }, { occurredAt }) => [
      upsert({ article_id: articleId, member_id: memberId, team_id: teamId, marked_at: occurredAt }),
    ],
    AcknowledgementWithdrawn: ({ articleId, memberId }) => [
      remove({ article_id: articleId, member_id: memberId }),
    ],
    ArticleDeleted: ({ articleId }) => [removeWhere({ article_id: articleId })],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
    MemberWithdrawn: ({ memberId }) => [removeWhere({ member_id: memberId })],
  },
  // Browsers watch the channels of `discussion` and `team-articles`.
  touches: () => [],
});

declare module "./database.ts" {
  interface ReadModels {
    article_marks: RowsOf<typeof articleMarks>;
  }
}
