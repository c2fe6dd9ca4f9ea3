import { seoulLocalIso } from "#contracts/dates";
import type { DataOf } from "#contracts/endpoint";
import type { getMyTeams } from "#contracts/membership/api";
import type { ReadModelsDatabase } from "./database.ts";
import { membershipColumns, membershipHandlers } from "./membership.ts";
import { prepared } from "./prepared.ts";
import { projection, type RowsOf } from "./projection.ts";

/** The memberships of somebody. */
export const myTeams = projection({
  name: "my-teams",
  version: 1,
  table: {
    columns: membershipColumns,
    key: ["member_id", "team_id"],
    indexes: ["(team_id)"],
  },
  handlers: membershipHandlers,
  touches: (event) => {
    switch (event.type) {
      case "TeamCreated":
        return [event.data.creatorId];
      case "MemberJoined":
      case "MemberLeft":
      case "MemberKicked":
      case "CoManagerAdded":
      case "ManagerDemoted":
      case "ManagerSucceeded":
        return [event.data.memberId];
      case "ApplicantsAdmitted":
        return event.data.memberIds;
      case "ManagerDelegated":
        return [event.data.fromId, event.data.toId];
      default:
        // A deleted team is known by its page; whose team it was the event does not say.
        return [];
    }
  },
});

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

/** Ids of the teams that somebody is in. */
export async function readTeamIds(db: ReadModelsDatabase, memberId: string): Promise<number[]> {
  const rows = await db.selectFrom("my_teams").select("team_id").where("member_id", "=", memberId).execute();
  return rows.map((row) => row.team_id);
}
