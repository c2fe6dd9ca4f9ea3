import { limits } from "#contracts/limits";
import type { ReadModelsDatabase } from "./database.ts";
import { waiting } from "./my-applications.ts";
import { dayOfTeam } from "./team-days.ts";

/**
 * The memberships of a member by need: applications that wait for the member, no own article of the team's day, the
 * last day with an article, latest joined (spec/daily-use.md §5 call 1).
 */
export const neededTeams = (db: ReadModelsDatabase, { memberId, days }: { memberId: string; days: string }) =>
  db
    .selectFrom("my_teams")
    .innerJoin("team_page", "team_page.team_id", "my_teams.team_id")
    .select(["my_teams.team_id", "my_teams.role", "my_teams.joined_position"])
    .select((eb) => [
      eb
        .and([
          eb("my_teams.role", "=", "MANAGER"),
          eb.exists(
            eb
              .selectFrom("my_applications")
              .select("my_applications.applicant_id")
              .whereRef("my_applications.recruitment_id", "=", "team_page.recruitment_id")
              .where("my_applications.state", "in", waiting)
              .where("my_applications.body", "is not", null),
          ),
        ])
        .as("is_awaited"),
      eb
        .exists(
          eb
            .selectFrom("team_writers")
            .select("team_writers.article_id")
            .whereRef("team_writers.team_id", "=", "my_teams.team_id")
            .where("team_writers.date", "=", dayOfTeam(days))
            .where("team_writers.author_id", "=", memberId)
            .where("team_writers.deleted_at", "is", null),
        )
        .as("has_own"),
      eb
        .selectFrom("team_writers")
        .select((latest) => latest.fn.max("team_writers.date").as("day"))
        .whereRef("team_writers.team_id", "=", "my_teams.team_id")
        .as("active_on"),
    ])
    .where("my_teams.member_id", "=", memberId)
    .orderBy("is_awaited", "desc")
    .orderBy("has_own")
    .orderBy("active_on", (order) => order.desc().nullsLast())
    .orderBy("my_teams.joined_position", "desc")
    .limit(limits.todayTeams);
