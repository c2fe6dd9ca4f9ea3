import type { MyApplicationState } from "#contracts/my-applications/api";
import { position } from "./position.ts";
import {
  type EventMeta,
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
  /** The team that accepted it: its recruitment may be deleted later. */
  team_id: "bigint null",
  body: "text null",
  /** As in contracts/my-applications/api.ts: `pending` and `closed` ones wait for an answer. */
  state: "text",
  applied_at: "timestamptz",
  applied_position: "text",
  changed_at: "timestamptz",
  changed_position: "text",
} as const;
type Row = RowOf<typeof columns>;

const becomes = (state: MyApplicationState, meta: EventMeta) => ({
  state,
  changed_at: meta.occurredAt,
  changed_position: position(meta),
});

/** Every application that was not withdrawn, and what became of it (docs/decisions/queries.md). */
export const myApplications = projection({
  name: "my-applications",
  version: 2,
  table: {
    columns,
    key: ["application_id"],
    indexes: ["(applicant_id, changed_position DESC)", "(recruitment_id, applied_position DESC)"],
  },
  handlers: {
    ApplicationSubmitted: ({ applicationId, recruitmentId, applicantId, body }, meta) => [
      upsert<Row>({
        application_id: applicationId,
        recruitment_id: recruitmentId,
        applicant_id: applicantId,
        team_id: null,
        body,
        applied_at: meta.occurredAt,
        applied_position: position(meta),
        ...becomes("pending", meta),
      }),
    ],
    ApplicationEdited: ({ applicationId, body }) => [patch<Row>({ application_id: applicationId }, { body })],
    ApplicationWithdrawn: ({ applicationId }) => [remove<Row>({ application_id: applicationId })],
    ApplicationRemoved: ({ applicationId }, meta) => [
      patch<Row>({ application_id: applicationId }, becomes("removed", meta)),
    ],
    ApplicationsAccepted: ({ applicationIds, teamId }, meta) =>
      applicationIds.map((application_id) =>
        patch<Row>({ application_id }, { team_id: teamId, ...becomes("accepted", meta) }),
      ),
    RecruitmentClosed: ({ recruitmentId }, meta) => [
      patchWhere<Row>({ recruitment_id: recruitmentId, state: "pending" }, becomes("closed", meta)),
    ],
    RecruitmentResumed: ({ recruitmentId }, meta) => [
      patchWhere<Row>({ recruitment_id: recruitmentId, state: "closed" }, becomes("pending", meta)),
    ],
    RecruitmentDeleted: ({ recruitmentId }, meta) => [
      patchWhere<Row>({ recruitment_id: recruitmentId, state: "pending" }, becomes("deleted", meta)),
      patchWhere<Row>({ recruitment_id: recruitmentId, state: "closed" }, becomes("deleted", meta)),
    ],
    // Answered ones go at once; pending ones are withdrawn by events that follow.
    MemberWithdrawn: ({ memberId }) => [
      patchWhere<Row>({ applicant_id: memberId }, { body: null }),
      removeWhere<Row>({ applicant_id: memberId, state: "accepted" }),
      removeWhere<Row>({ applicant_id: memberId, state: "removed" }),
      removeWhere<Row>({ applicant_id: memberId, state: "deleted" }),
    ],
  },
  touches: ({ data }) => {
    if ("applicantIds" in data) return data.applicantIds;
    return "applicantId" in data ? [data.applicantId] : [];
  },
});

declare module "./database.ts" {
  interface ReadModels {
    my_applications: RowsOf<typeof myApplications>;
  }
}
