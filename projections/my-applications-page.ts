import { sql } from "kysely";
import { seoulIsoWithOffset } from "#contracts/dates";
import { type Page, page } from "#contracts/endpoint";
import type { MyApplication, MyApplicationState } from "#contracts/my-applications/api";
import type { ReadModelsDatabase } from "./database.ts";
import { type Limit, prepared } from "./prepared.ts";

/** docs/decisions/queries.md: last changed first. */
export async function readMyApplications(
  db: ReadModelsDatabase,
  params: { memberId: string; page: number; size: number },
): Promise<Page<MyApplication>> {
  const [rows, [counted]] = await Promise.all([
    applicationsOf(db, { ...params, offset: params.page * params.size }),
    countOf(db, params),
  ]);
  const view = (row: (typeof rows)[number]): MyApplication => ({
    teamApplyId: row.application_id,
    recruitmentId: row.recruitment_id,
    teamRecruitTitle: row.title,
    teamId: row.team_id ?? row.linked_team_id,
    teamApplyBody: row.body ?? "",
    state: row.state as MyApplicationState,
    appliedAt: seoulIsoWithOffset(new Date(row.applied_at)),
    changedAt: seoulIsoWithOffset(new Date(row.changed_at)),
    ...membershipOf(row),
  });
  return page(rows.map(view), params, counted?.total ?? 0);
}

type ApplicationRow = Awaited<ReturnType<typeof applicationsOf>>[number];

/** Whether the applicant is a member of the team that accepted the application; if no longer, since when and why. */
function membershipOf({
  member_of,
  ended_as,
  ended_at,
  end_reason,
}: ApplicationRow): Pick<MyApplication, "membership" | "endedAt" | "reason"> {
  if (member_of !== null) return { membership: "member", endedAt: null, reason: null };
  if (ended_at === null) return { membership: null, endedAt: null, reason: null };
  const endedAt = seoulIsoWithOffset(new Date(ended_at));
  return ended_as === "KICKED"
    ? { membership: "kicked", endedAt, reason: end_reason }
    : { membership: "left", endedAt, reason: null };
}

const applicationsOf = prepared((db, { memberId, size, offset }: { memberId: string } & Limit) =>
  db
    .selectFrom(
      db
        .selectFrom("my_applications")
        .selectAll()
        .where("applicant_id", "=", memberId)
        .orderBy("changed_position", "desc")
        .orderBy("application_id", "desc")
        .limit(size)
        .offset(offset)
        .as("my_applications"),
    )
    .leftJoin("recruitment_detail", "recruitment_detail.recruitment_id", "my_applications.recruitment_id")
    .leftJoin("my_teams", (join) =>
      join
        .onRef("my_teams.team_id", "=", "my_applications.team_id")
        .onRef("my_teams.member_id", "=", "my_applications.applicant_id"),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("role_history")
          .select(["action", "occurred_at", "reason"])
          .whereRef("role_history.team_id", "=", "my_applications.team_id")
          .whereRef("role_history.target_id", "=", "my_applications.applicant_id")
          .where("action", "in", ["LEFT", "KICKED"])
          .orderBy("position", "desc")
          .limit(sql.lit(1))
          .as("end"),
      (join) => join.onTrue(),
    )
    .selectAll("my_applications")
    .select([
      "recruitment_detail.title",
      "recruitment_detail.team_id as linked_team_id",
      "my_teams.team_id as member_of",
      "end.action as ended_as",
      "end.occurred_at as ended_at",
      "end.reason as end_reason",
    ])
    .orderBy("my_applications.changed_position", "desc")
    .orderBy("my_applications.application_id", "desc"),
);

const countOf = prepared((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom("my_applications")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("applicant_id", "=", memberId),
);
