import { limits } from "#contracts/limits";
import type { ProblemKey } from "#contracts/problems";
import { keyedBy, projection, type RowOf, type RowsOf, remove, removeWhere, upsert } from "./projection.ts";

const columns = {
  article_id: "bigint",
  slot: "integer",
  provider: "text",
  number: "text",
  author_id: "uuid",
  team_id: "bigint",
  date: "date",
} as const;
type SolvedRow = RowOf<typeof columns>;

interface Article {
  readonly articleId: number;
  readonly authorId: string;
  readonly teamId: number;
  readonly date: string;
  readonly problems: readonly ProblemKey[];
}

const rowsOf = ({ articleId, authorId, teamId, date, problems }: Article) =>
  problems.map(({ provider, number }, slot) =>
    upsert<SolvedRow>({
      article_id: articleId,
      slot,
      provider,
      number,
      author_id: authorId,
      team_id: teamId,
      date,
    }),
  );

const noRows = (articleId: number, from = 0) =>
  Array.from({ length: limits.problems - from }, (_, n) =>
    remove<SolvedRow>({ article_id: articleId, slot: from + n }),
  );

/**
 * The problems that a member's articles refer to (spec/daily-use.md §4). The key of a row contains its slot in the
 * article, so that an edit replaces rows by key: changes by other columns would end a batch.
 */
export const mySolved = projection({
  name: "my-solved",
  version: 1,
  table: {
    columns,
    key: ["article_id", "slot"],
    indexes: ["(author_id, provider, number)", "(team_id)"],
  },
  handlers: {
    // Without a key the author has withdrawn: see team-articles.
    ArticlePosted: (article, { sealed }) => (sealed === null ? [] : rowsOf(article)),
    ArticleEdited: (article, { sealed }) =>
      sealed === null
        ? noRows(article.articleId)
        : [...rowsOf(article), ...noRows(article.articleId, article.problems.length)],
    ArticleDeleted: ({ articleId }) => noRows(articleId),
    TeamDeleted: ({ teamId }) => [removeWhere<SolvedRow>({ team_id: teamId })],
    MemberWithdrawn: ({ memberId }) => [removeWhere<SolvedRow>({ author_id: memberId })],
  },
  unopened: ["ArticlePosted", "ArticleEdited"],
  touches: keyedBy("authorId", ["ArticlePosted", "ArticleEdited", "ArticleDeleted"]),
});

declare module "./database.ts" {
  interface ReadModels {
    my_solved: RowsOf<typeof mySolved>;
  }
}
