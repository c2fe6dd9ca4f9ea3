import { seoulDate } from "#contracts/dates";
import type { DataOf } from "#contracts/endpoint";
import type { getTeamMembers } from "#contracts/membership/api";
import type { ReadModelsDatabase } from "./database.ts";
import { membershipColumns, membershipHandlers, membershipTypes } from "./membership.ts";
import { managersFirst, nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { keyedBy, projection, type RowsOf } from "./projection.ts";

/** The members of a team with their roles and join times. */
export const teamMembers = projection({
  name: "team-members",
  version: 1,
  table: { columns: membershipColumns, key: ["team_id", "member_id"], indexes: [] },
  handlers: membershipHandlers,
  touches: keyedBy("teamId", membershipTypes),
});

declare module "./database.ts" {
  interface ReadModels {
    team_members: RowsOf<typeof teamMembers>;
  }
}

/** spec/wire-contract.md §4.12: managers first, then by join time. */
export async function readTeamMembers(
  db: ReadModelsDatabase,
  teamId: number,
): Promise<DataOf<typeof getTeamMembers>> {
  const rows = await membersOf(db, { teamId });
  return rows.map((row) => ({
    uuid: row.member_id,
    memberName: nameOf(row),
    memberExplain: row.explain ?? "",
    imageUrl: pictureOf(row),
    registerDate: seoulDate(new Date(row.joined_at)),
    isTeamManager: row.role === "MANAGER",
  }));
}

const membersOf = prepared((db, { teamId }: { teamId: number }) =>
  db
    .selectFrom("team_members")
    .leftJoin("member_card", "member_card.uuid", "team_members.member_id")
    .select([
      "team_members.member_id",
      "team_members.role",
      "team_members.joined_at",
      "member_card.name",
      "member_card.explain",
      "member_card.image_url",
    ])
    .where("team_members.team_id", "=", teamId)
    .orderBy(managersFirst)
    .orderBy("team_members.joined_position"),
);

/** The role of a member in a team; undefined for other members and visitors (null). */
export async function roleIn(db: ReadModelsDatabase, teamId: number, memberId: string | null) {
  if (memberId === null) return undefined;
  const [row] = await roleOf(db, { teamId, memberId });
  return row?.role;
}

const roleOf = prepared((db, { teamId, memberId }: { teamId: number; memberId: string }) =>
  db
    .selectFrom("team_members")
    .select("role")
    .where("team_id", "=", teamId)
    .where("member_id", "=", memberId),
);

export const isMember = async (db: ReadModelsDatabase, teamId: number, memberId: string | null) =>
  (await roleIn(db, teamId, memberId)) !== undefined;

export const isManager = async (db: ReadModelsDatabase, teamId: number, memberId: string | null) =>
  (await roleIn(db, teamId, memberId)) === "MANAGER";
