import { sql } from "kysely";
import { dayEnds, studyDay } from "#contracts/dates";

/** The day that an instant is for teams, by the end of their day, as JSON for `dayOfTeam`. */
export const daysByEnd = (at: Date): string =>
  JSON.stringify(Object.fromEntries(dayEnds.map((dayEndsAt) => [dayEndsAt, studyDay(at, dayEndsAt)])));

/** The day of a row of `team_page`, from `daysByEnd`. */
export const dayOfTeam = (days: string) => sql<string>`(${days}::jsonb ->> team_page.day_ends_at)::date`;
