import { seoulDateTime } from "#contracts/dates";
import type { Problem } from "#contracts/problems";
import type { Category, Subject } from "#contracts/subject/api";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { keyedBy, patch, projection, type RowsOf, remove, removeWhere, upsert } from "./projection.ts";
import { teamExists } from "./team-exists.ts";

/** The problem of each team and day. */
export const teamCalendar = projection({
  name: "team-calendar",
  version: 3,
  table: {
    columns: {
      team_id: "bigint",
      date: "date",
      subject_id: "bigint",
      category: "text",
      title: "text",
      body: "text",
      image_url: "text null",
      author_id: "uuid",
      created_at: "timestamptz",
      problems: "jsonb",
      revision: "integer",
    },
    key: ["team_id", "date"],
    indexes: ["(subject_id)", "USING gin (problems jsonb_path_ops)"],
  },
  handlers: {
    SubjectPosted: (subject, meta) => [
      upsert({
        team_id: subject.teamId,
        date: subject.date,
        subject_id: subject.subjectId,
        category: subject.category,
        title: subject.title,
        body: subject.body,
        image_url: subject.imageUrl,
        author_id: subject.authorId,
        created_at: meta.occurredAt,
        problems: subject.problems,
        revision: subject.revision,
      }),
    ],
    SubjectEdited: ({ teamId, date, category, title, body, imageUrl, problems, revision }) => [
      patch({ team_id: teamId, date }, { category, title, body, image_url: imageUrl, problems, revision }),
    ],
    SubjectDeleted: ({ teamId, date }) => [remove({ team_id: teamId, date })],
    TeamDeleted: ({ teamId }) => [removeWhere({ team_id: teamId })],
  },
  touches: keyedBy("teamId", ["SubjectPosted", "SubjectEdited", "SubjectDeleted", "TeamDeleted"]),
});

declare module "./database.ts" {
  interface ReadModels {
    team_calendar: RowsOf<typeof teamCalendar>;
  }
}

/** spec/wire-contract.md §5.6: the problem of a day, null if there is none. */
export async function readSubject(
  db: ReadModelsDatabase,
  { teamId, date }: { teamId: number; date: string },
): Promise<Subject | null> {
  const [row] = await subjectOfDay(db, { teamId, date });
  if (!row) return null;
  return {
    articleId: row.subject_id,
    articleCategory: row.category as Category,
    articleTitle: row.title,
    articleBody: row.body,
    createdDate: seoulDateTime(new Date(row.created_at)),
    imageUrl: row.picture,
    authorName: nameOf(row),
    authorImageUrl: pictureOf(row),
    problems: row.problems as Problem[],
    revision: row.revision,
  };
}

const subjectOfDay = prepared((db, { teamId, date }: { teamId: number; date: string }) =>
  db
    .selectFrom("team_calendar")
    .leftJoin("member_card", "member_card.uuid", "team_calendar.author_id")
    .select([
      "team_calendar.subject_id",
      "team_calendar.category",
      "team_calendar.title",
      "team_calendar.body",
      "team_calendar.created_at",
      "team_calendar.image_url as picture",
      "team_calendar.revision",
      "team_calendar.problems",
      "member_card.name",
      "member_card.image_url",
    ])
    .where("team_calendar.team_id", "=", teamId)
    .where("team_calendar.date", "=", date)
    .where(teamExists(teamId)),
);

/** Team and day of a problem; undefined for an unknown one. */
export async function readTeamAndDate(
  db: ReadModelsDatabase,
  subjectId: number,
): Promise<{ teamId: number; date: string } | undefined> {
  const [row] = await teamAndDateOf(db, { subjectId });
  return row && { teamId: row.team_id, date: row.date };
}

const teamAndDateOf = prepared((db, { subjectId }: { subjectId: number }) =>
  db.selectFrom("team_calendar").select(["team_id", "date"]).where("subject_id", "=", subjectId),
);
