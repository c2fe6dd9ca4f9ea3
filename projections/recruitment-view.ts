import { seoulDate } from "#contracts/dates";
import type { Recruitment } from "#contracts/recruitment/api";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf } from "./people.ts";

/** Recruitments with the names of their writers. */
export const recruitmentRows = (db: ReadModelsDatabase) =>
  db
    .selectFrom("recruitment_detail")
    .leftJoin("member_card", "member_card.uuid", "recruitment_detail.author_id")
    .selectAll("recruitment_detail")
    .select(["member_card.name", "member_card.image_url as author_picture"]);

export type RecruitmentRow = Awaited<ReturnType<ReturnType<typeof recruitmentRows>["execute"]>>[number];

/** spec/wire-contract.md §6.1 */
export const recruitmentView = (row: RecruitmentRow): Recruitment => ({
  teamRecruitId: row.recruitment_id,
  teamRecruitTitle: row.title ?? "",
  teamRecruitBody: row.body ?? "",
  memberNickName: nameOf({ name: row.name, image_url: row.author_picture }),
  isRecruiting: row.is_recruiting,
  teamId: row.team_id,
  createdAt: seoulDate(new Date(row.created_at)),
});
