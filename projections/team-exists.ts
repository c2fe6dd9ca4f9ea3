import { type SqlBool, sql } from "kysely";

/**
 * For lists of what belongs to a team: a command that had begun before the team was deleted may write after that, and
 * what it wrote went with the team.
 */
export const teamExists = (teamId: number) =>
  sql<SqlBool>`exists (select from team_page where team_page.team_id = ${teamId})`;
