import { type Page, page } from "#contracts/endpoint";
import { limits } from "#contracts/limits";
import { allKey } from "#contracts/live";
import type { ListedRecruitment, RecruitmentStatus } from "#contracts/recruitment/api";
import type { ReadModelsDatabase } from "./database.ts";
import { position } from "./position.ts";
import { prepared, preparedList } from "./prepared.ts";
import { patch, patchWhere, projection, type RowsOf, remove, upsert } from "./projection.ts";
import { recruitmentRows, recruitmentView } from "./recruitment-view.ts";

/** The order of all recruitments; their texts are in recruitment-detail. */
export const recruitmentBoard = projection({
  name: "recruitment-board",
  version: 1,
  table: {
    columns: {
      recruitment_id: "bigint",
      author_id: "uuid",
      is_recruiting: "boolean",
      /** False once the writer's key is destroyed; the event that removes the row follows in the log. */
      is_shown: "boolean",
      position: "text",
    },
    key: ["recruitment_id"],
    indexes: ["(is_recruiting DESC, position DESC)", "(author_id)"],
  },
  handlers: {
    RecruitmentPosted: ({ recruitmentId, authorId }, meta) => [
      upsert({
        recruitment_id: recruitmentId,
        author_id: authorId,
        is_recruiting: true,
        is_shown: true,
        position: position(meta),
      }),
    ],
    RecruitmentClosed: ({ recruitmentId }) => [
      patch({ recruitment_id: recruitmentId }, { is_recruiting: false }),
    ],
    RecruitmentResumed: ({ recruitmentId }) => [
      patch({ recruitment_id: recruitmentId }, { is_recruiting: true }),
    ],
    RecruitmentDeleted: ({ recruitmentId }) => [remove({ recruitment_id: recruitmentId })],
    MemberWithdrawn: ({ memberId }) => [patchWhere({ author_id: memberId }, { is_shown: false })],
  },
  touches: (event) => (boardEventTypes.has(event.type) ? [allKey] : []),
});

declare module "./database.ts" {
  interface ReadModels {
    recruitment_board: RowsOf<typeof recruitmentBoard>;
  }
}

const boardEventTypes: ReadonlySet<string> = new Set([
  "RecruitmentPosted",
  "RecruitmentEdited",
  "RecruitmentClosed",
  "RecruitmentResumed",
  "RecruitmentDeleted",
  "TeamLinked",
]);

/** spec/wire-contract.md §6.1: `all` shows the recruiting ones first, then the newest. */
export async function readRecruitments(
  db: ReadModelsDatabase,
  params: { status: RecruitmentStatus; page: number; size: number },
): Promise<Page<ListedRecruitment>> {
  const { rows, count } = boards[params.status];
  const [shown, [counted]] = await Promise.all([
    rows(db, { size: params.size, offset: params.page * params.size }),
    count(db, {}),
  ]);
  return page(shown.map(listed), params, counted?.total ?? 0);
}

const listed = (row: Awaited<ReturnType<(typeof boards)["all"]["rows"]>>[number]): ListedRecruitment => ({
  teamRecruitBody: row.body ?? "",
  bodyIsShortened: row.is_shortened,
  ...recruitmentView(row),
});

const board = (isRecruiting: readonly boolean[]) => ({
  rows: preparedList(limits.recruitmentPageSize, (db, _: object, { size, offset }) =>
    recruitmentRows(db)
      .select((eb) => [
        eb.fn.coalesce("recruitment_detail.body_short", "recruitment_detail.body").as("body"),
        eb("recruitment_detail.body_short", "is not", null).$castTo<boolean>().as("is_shortened"),
      ])
      // Texts and writers are joined to the rows of the page alone.
      .innerJoin(
        db
          .selectFrom("recruitment_board")
          .select(["recruitment_id", "is_recruiting", "position"])
          .where("is_shown", "=", true)
          .where("is_recruiting", "in", isRecruiting)
          .orderBy("is_recruiting", "desc")
          .orderBy("position", "desc")
          .limit(size)
          .offset(offset)
          .as("shown"),
        "shown.recruitment_id",
        "recruitment_detail.recruitment_id",
      )
      .orderBy("shown.is_recruiting", "desc")
      .orderBy("shown.position", "desc"),
  ),
  count: prepared((db) =>
    db
      .selectFrom("recruitment_board")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where("is_shown", "=", true)
      .where("is_recruiting", "in", isRecruiting),
  ),
});

const boards = { all: board([true, false]), open: board([true]), closed: board([false]) };
