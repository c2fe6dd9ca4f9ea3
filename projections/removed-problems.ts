import { projection, type RowsOf, removeWhere, upsert } from "./projection.ts";

/** When a team's problem of a day was deleted last: the queue does not fill a day that had one (spec/rhythm.md rule 10). */
export const removedProblems = projection({
  name: "removed-problems",
  version: 1,
  table: {
    columns: { team_id: "bigint", date: "date", removed_at: "timestamptz" },
    key: ["team_id", "date"],
    indexes: [],
  },
  handlers: {
    SubjectDeleted: ({ teamId, date }, { occurredAt }) => [
      upsert({ team_id: teamId, date, removed_at: occurredAt }),
    ],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
  },
  touches: () => [],
});

declare module "./database.ts" {
  interface ReadModels {
    removed_problems: RowsOf<typeof removedProblems>;
  }
}
