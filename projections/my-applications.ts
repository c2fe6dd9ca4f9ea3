import type { MyApplication, MyApplicationState } from "#contracts/application/api";
import { seoulIsoWithOffset } from "#contracts/dates";
import { type Page, page } from "#contracts/endpoint";
import type { ReadModelsDatabase } from "./database.ts";
import { position } from "./position.ts";
import { prepared } from "./prepared.ts";
import {
  type EventPlace,
  patch,
  patchWhere,
  projection,
  type RowOf,
  type RowsOf,
  remove,
  removeWhere,
  upsert,
} from "./projection.ts";

const columns = {
  application_id: "bigint",
  recruitment_id: "bigint",
  applicant_id: "uuid",
  body: "text null",
  /** As in contracts/application/api.ts: `pending` and `closed` ones wait for an answer. */
  state: "text",
  applied_at: "timestamptz",
  applied_position: "text",
  changed_at: "timestamptz",
  changed_position: "text",
} as const;
type Row = RowOf<typeof columns>;

const becomes = (state: MyApplicationState, place: EventPlace) => ({
  state,
  changed_at: place.occurredAt,
  changed_position: position(place),
});

/** Every application that was not taken back, and what became of it (docs/decisions/queries.md). */
export const myApplications = projection({
  name: "my-applications",
  version: 1,
  table: {
    columns,
    key: ["application_id"],
    indexes: ["(applicant_id, changed_position DESC)", "(recruitment_id, applied_position DESC)"],
  },
  handlers: {
    ApplicationSubmitted: ({ applicationId, recruitmentId, applicantId, body }, place) => [
      upsert<Row>({
        application_id: applicationId,
        recruitment_id: recruitmentId,
        applicant_id: applicantId,
        body,
        applied_at: place.occurredAt,
        applied_position: position(place),
        ...becomes("pending", place),
      }),
    ],
    ApplicationEdited: ({ applicationId, body }) => [patch<Row>({ application_id: applicationId }, { body })],
    ApplicationWithdrawn: ({ applicationId }) => [remove<Row>({ application_id: applicationId })],
    ApplicationRemoved: ({ applicationId }, place) => [
      patch<Row>({ application_id: applicationId }, becomes("removed", place)),
    ],
    ApplicationsAccepted: ({ applicationIds }, place) =>
      applicationIds.map((application_id) => patch<Row>({ application_id }, becomes("accepted", place))),
    RecruitmentClosed: ({ recruitmentId }, place) => [
      patchWhere<Row>({ recruitment_id: recruitmentId, state: "pending" }, becomes("closed", place)),
    ],
    RecruitmentResumed: ({ recruitmentId }, place) => [
      patchWhere<Row>({ recruitment_id: recruitmentId, state: "closed" }, becomes("pending", place)),
    ],
    RecruitmentDeleted: ({ recruitmentId }, place) => [
      patchWhere<Row>({ recruitment_id: recruitmentId, state: "pending" }, becomes("deleted", place)),
      patchWhere<Row>({ recruitment_id: recruitmentId, state: "closed" }, becomes("deleted", place)),
    ],
    // Answered ones go at once; those that wait are taken back by events that follow.
    MemberWithdrawn: ({ memberId }) => [
      patchWhere<Row>({ applicant_id: memberId }, { body: null }),
      removeWhere<Row>({ applicant_id: memberId, state: "accepted" }),
      removeWhere<Row>({ applicant_id: memberId, state: "removed" }),
      removeWhere<Row>({ applicant_id: memberId, state: "deleted" }),
    ],
  },
  touches: ({ type, data }) => {
    switch (type) {
      case "ApplicationSubmitted":
      case "ApplicationEdited":
      case "ApplicationWithdrawn":
      case "ApplicationRemoved":
        return [data.applicantId];
      case "ApplicationsAccepted":
      case "RecruitmentClosed":
      case "RecruitmentResumed":
      case "RecruitmentDeleted":
      case "TeamLinked":
        return data.applicantIds;
      default:
        return [];
    }
  },
});

declare module "./database.ts" {
  interface ReadModels {
    my_applications: RowsOf<typeof myApplications>;
  }
}

const waiting = ["pending", "closed"] as const satisfies readonly MyApplicationState[];

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

const applicationsOf = prepared(
  (db, { memberId, size, offset }: { memberId: string; size: number; offset: number }) =>
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

/** The applications of a recruitment that wait for an answer, newest first, with the names of their writers. */
export const readPendingApplications = prepared((db, { recruitmentId }: { recruitmentId: number }) =>
  db
    .selectFrom("my_applications")
    .leftJoin("member_card", "member_card.uuid", "my_applications.applicant_id")
    .select([
      "my_applications.application_id",
      "my_applications.applicant_id",
      "my_applications.body",
      "member_card.name",
      "member_card.image_url",
    ])
    .where("my_applications.recruitment_id", "=", recruitmentId)
    .where("my_applications.state", "in", waiting)
    // Of somebody whose key is gone: the event that takes it back is on its way.
    .where("my_applications.body", "is not", null)
    .orderBy("my_applications.applied_position", "desc"),
);

/** The recruitment of an application that waits for an answer. */
export async function readRecruitmentOfApplication(
  db: ReadModelsDatabase,
  applicationId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("my_applications")
    .select("recruitment_id")
    .where("application_id", "=", applicationId)
    .where("state", "in", waiting)
    .executeTakeFirst();
  return row?.recruitment_id;
}

/** Ids of the recruitments where somebody's application waits for an answer. */
export async function readRecruitmentIdsAppliedTo(
  db: ReadModelsDatabase,
  memberId: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom("my_applications")
    .select("recruitment_id")
    .where("applicant_id", "=", memberId)
    .where("state", "in", waiting)
    .execute();
  return rows.map(({ recruitment_id }) => recruitment_id);
}
