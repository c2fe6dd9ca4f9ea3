import { seoulLocalIso } from "#contracts/dates";
import type { DataOf } from "#contracts/endpoint";
import type { getMyTeams } from "#contracts/membership/api";
import type { ReadModelsDatabase } from "./database.ts";
import { membershipColumns, membershipHandlers, membershipTypes } from "./membership.ts";
import { prepared } from "./prepared.ts";
import { keyedBy, projection, type RowsOf } from "./projection.ts";

/** The memberships of a member. */
export const myTeams = projection({
  name: "my-teams",
  version: 1,
  table: {
    columns: membershipColumns,
    key: ["member_id", "team_id"],
    indexes: ["(team_id)"],
  },
  handlers: membershipHandlers,
  // TeamDeleted touches no channel here: it does not name the members, whose pages watch `team-page`.
  touches: (event) => {
    if (event.type === "TeamCreated") return [event.data.creatorId];
    if (event.type === "ApplicantsAdmitted") return event.data.memberIds;
    if (event.type === "ManagerDelegated") return [event.data.fromId, event.data.toId];
    return ofMember(event);
  },
});

const ofMember = keyedBy("memberId", membershipTypes);

declare module "./database.ts" {
  interface ReadModels {
    my_teams: RowsOf<typeof myTeams>;
  }
}

/** spec/wire-contract.md §4.10: latest joined first. */
export async function readMyTeams(
  db: ReadModelsDatabase,
  memberId: string,
): Promise<DataOf<typeof getMyTeams>> {
  const rows = await rowsOf(db, { memberId });
  return rows.map((row) => ({
    teamId: row.team_id,
    teamName: row.name,
    teamManager: row.role === "MANAGER",
    registerDate: seoulLocalIso(new Date(row.joined_at)),
  }));
}

const rowsOf = prepared((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom("my_teams")
    .innerJoin("team_page", "team_page.team_id", "my_teams.team_id")
    .select(["my_teams.team_id", "team_page.name", "my_teams.role", "my_teams.joined_at"])
    .where("my_teams.member_id", "=", memberId)
    .orderBy("my_teams.joined_position", "desc"),
);

/** Ids of a member's teams. */
export async function readTeamIds(db: ReadModelsDatabase, memberId: string): Promise<number[]> {
  const rows = await db.selectFrom("my_teams").select("team_id").where("member_id", "=", memberId).execute();
  return rows.map((row) => row.team_id);
}
