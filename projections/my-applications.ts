import type { Application } from "#contracts/application/api";
import type { MyApplicationState } from "#contracts/my-applications/api";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf, pictureOf } from "./people.ts";
import { position } from "./position.ts";
import { prepared } from "./prepared.ts";
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
  /** The team that accepted it, stored because its recruitment may be deleted later. */
  team_id: "bigint null",
  body: "text null",
  state: "text",
  applied_at: "timestamptz",
  applied_position: "text",
  changed_at: "timestamptz",
  changed_position: "text",
} as const;
type ApplicationRow = RowOf<typeof columns>;

const becomes = (state: MyApplicationState, meta: EventMeta) => ({
  state,
  changed_at: meta.occurredAt,
  changed_position: position(meta),
});

/** States of those that wait for an answer, and of all others. */
export const waiting = ["pending", "closed"] as const satisfies readonly MyApplicationState[];
const answered = ["accepted", "removed", "deleted"] as const satisfies readonly MyApplicationState[];

/** Every application that was not withdrawn, with its outcome (docs/decisions/queries.md). */
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
      upsert<ApplicationRow>({
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
    ApplicationEdited: ({ applicationId, body }) => [
      patch<ApplicationRow>({ application_id: applicationId }, { body }),
    ],
    ApplicationWithdrawn: ({ applicationId }) => [remove<ApplicationRow>({ application_id: applicationId })],
    ApplicationRemoved: ({ applicationId }, meta) => [
      patch<ApplicationRow>({ application_id: applicationId }, becomes("removed", meta)),
    ],
    ApplicationsAccepted: ({ applicationIds, teamId }, meta) =>
      applicationIds.map((application_id) =>
        patch<ApplicationRow>({ application_id }, { team_id: teamId, ...becomes("accepted", meta) }),
      ),
    RecruitmentClosed: ({ recruitmentId }, meta) => [
      patchWhere<ApplicationRow>(
        { recruitment_id: recruitmentId, state: "pending" },
        becomes("closed", meta),
      ),
    ],
    RecruitmentResumed: ({ recruitmentId }, meta) => [
      patchWhere<ApplicationRow>(
        { recruitment_id: recruitmentId, state: "closed" },
        becomes("pending", meta),
      ),
    ],
    RecruitmentDeleted: ({ recruitmentId }, meta) =>
      waiting.map((state) =>
        patchWhere<ApplicationRow>({ recruitment_id: recruitmentId, state }, becomes("deleted", meta)),
      ),
    // Decided applications are removed now; later events withdraw the pending ones.
    MemberWithdrawn: ({ memberId }) => [
      patchWhere<ApplicationRow>({ applicant_id: memberId }, { body: null }),
      ...answered.map((state) => removeWhere<ApplicationRow>({ applicant_id: memberId, state })),
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

/** The undecided applications of a recruitment, newest first, with the names of their applicants. */
export const readPendingApplications = prepared((db, { recruitmentId }: { recruitmentId: number }) =>
  db
    .selectFrom("my_applications")
    .leftJoin("member_card", "member_card.uuid", "my_applications.applicant_id")
    .select(["application_id", "applicant_id", "body", "member_card.name", "member_card.image_url"])
    .where("my_applications.recruitment_id", "=", recruitmentId)
    .where("my_applications.state", "in", waiting)
    // The applicant's key is destroyed; the event that withdraws the application follows.
    .where("my_applications.body", "is not", null)
    .orderBy("my_applications.applied_position", "desc"),
);

/** Who reads the applications of a recruitment. */
export interface ApplicationsViewer {
  /** Null for a visitor. */
  readonly memberId: string | null;
  /** The author, or a manager of the recruitment's team. */
  readonly mayAdmit: boolean;
}

/** What a viewer sees of others' applications; applicants see all of their own. */
export const seenOfOthers = ({ mayAdmit }: ApplicationsViewer, isRecruiting: boolean) => ({
  names: mayAdmit || isRecruiting,
  texts: mayAdmit,
});

/** The applications that a viewer may see, the own one first. */
export function applicationsSeenBy(
  viewer: ApplicationsViewer,
  isRecruiting: boolean,
  pending: Awaited<ReturnType<typeof readPendingApplications>>,
): Pick<RecruitmentDetail, "teamApplyResponses" | "teamMemberUuids"> {
  const { memberId, mayAdmit } = viewer;
  const ofOthers = seenOfOthers(viewer, isRecruiting);
  const isOwn = ({ applicant_id }: { applicant_id: string }) => applicant_id === memberId;
  const ownFirst = [...pending.filter(isOwn), ...pending.filter((each) => !isOwn(each))];
  return {
    teamApplyResponses: ownFirst
      .filter((each) => ofOthers.names || isOwn(each))
      .map((each) => applicationView(each, ofOthers.texts || isOwn(each) ? each.body : null, isOwn(each))),
    teamMemberUuids: mayAdmit ? ownFirst.map(({ applicant_id }) => applicant_id) : [],
  };
}

export const applicationView = (
  applicant: { application_id: number; name: string | null; image_url: string | null },
  text: string | null,
  isOwn: boolean,
): Application => ({
  teamApplyId: applicant.application_id,
  teamApplyBody: text,
  memberName: nameOf(applicant),
  memberImage: pictureOf(applicant),
  isMyApply: isOwn,
});

const waitingRecruitments = (db: ReadModelsDatabase) =>
  db.selectFrom("my_applications").select("recruitment_id").where("state", "in", waiting);

/** The recruitment of an undecided application. */
export const readRecruitmentOfApplication = async (db: ReadModelsDatabase, applicationId: number) =>
  (await waitingRecruitments(db).where("application_id", "=", applicationId).executeTakeFirst())
    ?.recruitment_id;

/** Ids of the recruitments with an undecided application of a member. */
export const readRecruitmentIdsAppliedTo = async (db: ReadModelsDatabase, memberId: string) =>
  (await waitingRecruitments(db).where("applicant_id", "=", memberId).execute()).map(
    ({ recruitment_id }) => recruitment_id,
  );
