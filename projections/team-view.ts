import { jsonArrayFrom } from "kysely/helpers/postgres";
import { seoulDate } from "#contracts/dates";
import { defaultTeamPicture } from "#contracts/images/api";
import type { Team, Topic } from "#contracts/team/api";
import type { ReadModelsDatabase } from "./database.ts";
import { managersFirst, nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";

/** Teams with all their people, one statement whatever their number (spec/wire-contract.md §4.1). */
export const teamViews = (db: ReadModelsDatabase) =>
  db
    .selectFrom("team_page")
    .selectAll("team_page")
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("team_members")
          .leftJoin("member_card", "member_card.uuid", "team_members.member_id")
          .select([
            "team_members.member_id",
            "team_members.role",
            "member_card.name",
            "member_card.explain",
            "member_card.image_url",
          ])
          .whereRef("team_members.team_id", "=", "team_page.team_id")
          .orderBy(managersFirst)
          .orderBy("team_members.joined_position"),
      ).as("members"),
    );

type TeamRow = Awaited<ReturnType<ReturnType<typeof teamViews>["execute"]>>[number];

export function teamView(row: TeamRow): Team {
  return {
    teamId: row.team_id,
    teamName: row.name,
    teamExplain: row.explain,
    imageUrl: row.image_url ?? defaultTeamPicture,
    topic: row.topic as Topic,
    memberLimit: row.member_limit,
    memberCount: row.members.length,
    teamAnnouncement: row.announcement,
    teamRecruitId: row.recruitment_id,
    createdAt: seoulDate(new Date(row.created_at)),
    members: row.members.map((member) => ({
      memberName: nameOf(member),
      imageUrl: pictureOf(member),
      memberExplain: member.explain ?? "",
      uuid: member.member_id,
      isTeamManager: member.role === "MANAGER",
    })),
  };
}

const teamViewOf = prepared((db, { teamId }: { teamId: number }) =>
  teamViews(db).where("team_page.team_id", "=", teamId),
);

/** One team; undefined for an unknown one. */
export async function readTeamView(db: ReadModelsDatabase, teamId: number): Promise<Team | undefined> {
  const [row] = await teamViewOf(db, { teamId });
  return row && teamView(row);
}

const myTeamViews = prepared((db, { memberId }: { memberId: string }) =>
  teamViews(db)
    .innerJoin("my_teams", "my_teams.team_id", "team_page.team_id")
    .where("my_teams.member_id", "=", memberId)
    .orderBy("my_teams.joined_position", "desc"),
);

/** The teams of a member, latest joined first. */
export async function readMyTeamViews(db: ReadModelsDatabase, memberId: string): Promise<Team[]> {
  return (await myTeamViews(db, { memberId })).map(teamView);
}
