import { position } from "./position.ts";
import {
  type EventMeta,
  patch,
  patchWhere,
  projection,
  type RowOf,
  type RowsOf,
  upsert,
} from "./projection.ts";

const columns = {
  kind: "text",
  id: "bigint",
  team_id: "bigint",
  author_id: "uuid",
  date: "date",
  changed: "text",
  is_gone: "boolean",
} as const;
type ChangeRow = RowOf<typeof columns>;
type Kind = "article" | "subject";

const changes = (kind: Kind, id: number, event: EventMeta, is_gone = false) =>
  patch<ChangeRow>({ kind, id }, { changed: position(event), is_gone });

/**
 * When articles and problems last changed, without their texts: the search indexes in browsers fetch these
 * (spec/daily-use.md §4). Rows are never deleted, because a browser may return after a year: the row of a deleted text
 * makes its index delete it. An article whose author's key is destroyed gets such a row from the beginning.
 */
export const searchChanges = projection({
  name: "search-changes",
  version: 2,
  table: {
    columns,
    key: ["kind", "id"],
    indexes: ["(team_id, changed, kind, id)", "(team_id, date)", "(author_id)"],
  },
  handlers: {
    ArticlePosted: ({ articleId, teamId, authorId, date }, event) => [
      upsert<ChangeRow>({
        kind: "article",
        id: articleId,
        team_id: teamId,
        author_id: authorId,
        date,
        changed: position(event),
        is_gone: event.sealed === null,
      }),
    ],
    ArticleEdited: ({ articleId }, event) => [changes("article", articleId, event, event.sealed === null)],
    ArticleDeleted: ({ articleId }, event) => [changes("article", articleId, event, true)],
    SubjectPosted: ({ subjectId, teamId, authorId, date }, event) => [
      upsert<ChangeRow>({
        kind: "subject",
        id: subjectId,
        team_id: teamId,
        author_id: authorId,
        date,
        changed: position(event),
        is_gone: false,
      }),
    ],
    SubjectEdited: ({ subjectId }, event) => [changes("subject", subjectId, event)],
    SubjectDeleted: ({ subjectId }, event) => [changes("subject", subjectId, event, true)],
    TeamDeleted: ({ teamId }, event) => [
      patchWhere<ChangeRow>({ team_id: teamId }, { changed: position(event), is_gone: true }),
    ],
    MemberWithdrawn: ({ memberId }, event) => [
      patchWhere<ChangeRow>(
        { author_id: memberId, kind: "article" },
        { changed: position(event), is_gone: true },
      ),
      // A problem belongs to the team and stays; only its author's name is removed.
      patchWhere<ChangeRow>({ author_id: memberId, kind: "subject" }, { changed: position(event) }),
    ],
  },
  unopened: ["ArticlePosted", "ArticleEdited"],
  touches: () => [],
});

declare module "./database.ts" {
  interface ReadModels {
    search_changes: RowsOf<typeof searchChanges>;
  }
}
