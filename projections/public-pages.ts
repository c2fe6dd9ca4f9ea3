import type { ReadModelsDatabase } from "./database.ts";
import { prepared } from "./prepared.ts";

/** The content of a link preview: nothing that changes over time. */
interface PageFacts {
  readonly title: string;
  /** Plain text. */
  readonly text: string;
  /** Path of a picture; null if it has none. */
  readonly picture: string | null;
}

/** Name, description and picture of a team; undefined for an unknown one. */
export async function readTeamFacts(db: ReadModelsDatabase, teamId: number): Promise<PageFacts | undefined> {
  const [row] = await teamFacts(db, { teamId });
  return row && { title: row.name, text: row.explain, picture: row.image_url };
}

const teamFacts = prepared((db, { teamId }: { teamId: number }) =>
  db.selectFrom("team_page").select(["name", "explain", "image_url"]).where("team_id", "=", teamId),
);

/**
 * Title and beginning of the body of a recruitment; undefined for an unknown one and after its writer has withdrawn.
 */
export async function readRecruitmentFacts(
  db: ReadModelsDatabase,
  recruitmentId: number,
): Promise<PageFacts | undefined> {
  const [row] = await recruitmentFacts(db, { recruitmentId });
  return row && { title: row.title ?? "", text: row.preview ?? "", picture: row.image_url };
}

const recruitmentFacts = prepared((db, { recruitmentId }: { recruitmentId: number }) =>
  db
    .selectFrom("recruitment_detail")
    .select(["title", "preview", "image_url"])
    .where("recruitment_id", "=", recruitmentId)
    .where("title", "is not", null),
);

/** Ids above `after` up to `upTo`, in ascending order. */
export interface IdRange {
  readonly after: number;
  readonly upTo: number;
}

export async function readTeamIdsIn(db: ReadModelsDatabase, { after, upTo }: IdRange): Promise<number[]> {
  const rows = await db
    .selectFrom("team_page")
    .select("team_id")
    .where("team_id", ">", after)
    .where("team_id", "<=", upTo)
    .orderBy("team_id")
    .execute();
  return rows.map((row) => row.team_id);
}

export async function readRecruitmentIdsIn(
  db: ReadModelsDatabase,
  { after, upTo }: IdRange,
): Promise<number[]> {
  const rows = await db
    .selectFrom("recruitment_detail")
    .select("recruitment_id")
    .where("recruitment_id", ">", after)
    .where("recruitment_id", "<=", upTo)
    .where("title", "is not", null)
    .orderBy("recruitment_id")
    .execute();
  return rows.map((row) => row.recruitment_id);
}

/** The highest ids in use; 0 for none. */
export async function readHighestIds(db: ReadModelsDatabase): Promise<{ team: number; recruitment: number }> {
  const [team, recruitment] = await Promise.all([
    db
      .selectFrom("team_page")
      .select((eb) => eb.fn.max("team_id").as("id"))
      .executeTakeFirst(),
    db
      .selectFrom("recruitment_detail")
      .select((eb) => eb.fn.max("recruitment_id").as("id"))
      .executeTakeFirst(),
  ]);
  return { team: Number(team?.id ?? 0), recruitment: Number(recruitment?.id ?? 0) };
}
