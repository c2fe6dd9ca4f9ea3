import { seoulIsoWithOffset } from "#contracts/dates";
import { type Page, page } from "#contracts/endpoint";
import type { MyApplication, MyApplicationState } from "#contracts/my-applications/api";
import type { ReadModelsDatabase } from "./database.ts";
import { type Limit, prepared } from "./prepared.ts";

/** docs/decisions/queries.md: last changed first. */
export async function readMyApplications(
  db: ReadModelsDatabase,
  asked: { memberId: string; page: number; size: number },
): Promise<Page<MyApplication>> {
  const [rows, [counted]] = await Promise.all([
    applicationsOf(db, { ...asked, offset: asked.page * asked.size }),
    countOf(db, asked),
  ]);
  const view = (row: (typeof rows)[number]): MyApplication => ({
    teamApplyId: row.application_id,
    recruitmentId: row.recruitment_id,
    teamRecruitTitle: row.title,
    teamId: row.team_id,
    teamApplyBody: row.body ?? "",
    state: row.state as MyApplicationState,
    appliedAt: seoulIsoWithOffset(new Date(row.applied_at)),
    changedAt: seoulIsoWithOffset(new Date(row.changed_at)),
  });
  return page(rows.map(view), asked, counted?.total ?? 0);
}

const applicationsOf = prepared((db, { memberId, size, offset }: { memberId: string } & Limit) =>
  db
    .selectFrom("my_applications")
    .leftJoin("recruitment_detail", "recruitment_detail.recruitment_id", "my_applications.recruitment_id")
    .selectAll("my_applications")
    .select(["recruitment_detail.title", "recruitment_detail.team_id"])
    .where("my_applications.applicant_id", "=", memberId)
    .orderBy("my_applications.changed_position", "desc")
    .orderBy("my_applications.application_id", "desc")
    .limit(size)
    .offset(offset),
);

const countOf = prepared((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom("my_applications")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("applicant_id", "=", memberId),
);
