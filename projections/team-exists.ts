import { type SqlBool, sql } from "kysely";

/**
 * For lists of a team's content: a command that began before the team was deleted may write after that, and what it
 * wrote belongs to no team.
 */
export const teamExists = (teamId: number) =>
  sql<SqlBool>`exists (select from team_page where team_page.team_id = ${teamId})`;
