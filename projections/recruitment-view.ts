import { seoulDate } from "#contracts/dates";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf } from "./people.ts";

/** Recruitments with the names of their writers, without their bodies. */
export const recruitmentRows = (db: ReadModelsDatabase) =>
  db
    .selectFrom("recruitment_detail")
    .leftJoin("member_card", "member_card.uuid", "recruitment_detail.author_id")
    .select([
      "recruitment_detail.recruitment_id",
      "recruitment_detail.title",
      "recruitment_detail.is_recruiting",
      "recruitment_detail.team_id",
      "recruitment_detail.created_at",
      "member_card.name",
      "member_card.image_url as author_picture",
    ]);

type RecruitmentRow = Awaited<ReturnType<ReturnType<typeof recruitmentRows>["execute"]>>[number];

/** The fields that list and page of a recruitment have in common (spec/wire-contract.md §6.1), without its body. */
export const recruitmentView = (row: RecruitmentRow) => ({
  teamRecruitId: row.recruitment_id,
  teamRecruitTitle: row.title ?? "",
  memberNickName: nameOf({ name: row.name, image_url: row.author_picture }),
  isRecruiting: row.is_recruiting,
  teamId: row.team_id,
  createdAt: seoulDate(new Date(row.created_at)),
});
