import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { type ApplicationsAt, readApplicationPage } from "./application-page.ts";
import { startOfBody } from "./body-start.ts";
import type { ReadModelsDatabase } from "./database.ts";
import { applicationsSeenBy, readPendingApplications } from "./my-applications.ts";
import { prepared } from "./prepared.ts";
import { keyedBy, patch, patchWhere, projection, type RowsOf, remove, upsert } from "./projection.ts";
import { recruitmentRows, recruitmentView } from "./recruitment-view.ts";
import { isManager } from "./team-members.ts";

/** A recruitment without its applications. Texts are null once their writer's key is destroyed. */
export const recruitmentDetail = projection({
  name: "recruitment-detail",
  version: 3,
  table: {
    columns: {
      recruitment_id: "bigint",
      author_id: "uuid",
      team_id: "bigint null",
      title: "text null",
      body: "text null",
      /** The shortened body for lists; null if it is short enough to be shown completely. */
      body_short: "text null",
      /** Plain text of the body for link previews. */
      preview: "text null",
      contact: "text null",
      image_url: "text null",
      is_recruiting: "boolean",
      revision: "integer",
      created_at: "timestamptz",
    },
    key: ["recruitment_id"],
    indexes: ["(author_id)", "(team_id)"],
  },
  handlers: {
    RecruitmentPosted: (recruitment, meta) => [
      upsert({
        recruitment_id: recruitment.recruitmentId,
        author_id: recruitment.authorId,
        team_id: recruitment.teamId,
        title: recruitment.title,
        body: recruitment.body,
        ...startOfBody(recruitment.body),
        contact: recruitment.contact,
        image_url: recruitment.imageUrl,
        is_recruiting: true,
        revision: recruitment.revision,
        created_at: meta.occurredAt,
      }),
    ],
    RecruitmentEdited: ({ recruitmentId, title, body, contact, imageUrl, revision }) => [
      patch(
        { recruitment_id: recruitmentId },
        { title, body, ...startOfBody(body), contact, image_url: imageUrl, revision },
      ),
    ],
    RecruitmentClosed: ({ recruitmentId }) => [
      patch({ recruitment_id: recruitmentId }, { is_recruiting: false }),
    ],
    RecruitmentResumed: ({ recruitmentId }) => [
      patch({ recruitment_id: recruitmentId }, { is_recruiting: true }),
    ],
    TeamLinked: ({ recruitmentId, teamId }) => [
      patch({ recruitment_id: recruitmentId }, { team_id: teamId }),
    ],
    RecruitmentDeleted: ({ recruitmentId }) => [remove({ recruitment_id: recruitmentId })],
    // Later events remove the recruitments themselves.
    MemberWithdrawn: ({ memberId }) => [
      patchWhere(
        { author_id: memberId },
        { title: null, body: null, ...startOfBody(null), contact: null, image_url: null },
      ),
    ],
  },
  touches: keyedBy("recruitmentId", [
    "RecruitmentPosted",
    "RecruitmentEdited",
    "RecruitmentClosed",
    "RecruitmentResumed",
    "RecruitmentDeleted",
    "ApplicationSubmitted",
    "ApplicationEdited",
    "ApplicationWithdrawn",
    "ApplicationRemoved",
    "ApplicationsAccepted",
    "TeamLinked",
  ]),
});

declare module "./database.ts" {
  interface ReadModels {
    recruitment_detail: RowsOf<typeof recruitmentDetail>;
  }
}

/**
 * spec/wire-contract.md §6.2: `memberId` is null for a visitor; undefined for an unknown recruitment. With all
 * applications, or with one page of them.
 */
export async function readRecruitment(
  db: ReadModelsDatabase,
  {
    recruitmentId,
    memberId,
    applications,
  }: { recruitmentId: number; memberId: string | null; applications?: ApplicationsAt | undefined },
): Promise<RecruitmentDetail | undefined> {
  const [[row], pending] = await Promise.all([
    detailById(db, { recruitmentId }),
    applications ? [] : readPendingApplications(db, { recruitmentId }),
  ]);
  if (!row) return undefined;
  const mayAdmit =
    (memberId !== null && row.author_id === memberId) ||
    (row.team_id !== null && (await isManager(db, row.team_id, memberId)));
  const viewer = { memberId, mayAdmit };
  const at = { recruitmentId, teamId: row.team_id, isRecruiting: row.is_recruiting };
  const seen = applications
    ? await readApplicationPage(db, at, viewer, applications)
    : applicationsSeenBy(viewer, row.is_recruiting, pending);
  return {
    ...recruitmentView(row),
    teamRecruitBody: row.body ?? "",
    recruitId: row.recruitment_id,
    chatUrl: row.contact ?? "",
    imageUrl: row.image_url,
    isAuthor: mayAdmit,
    ...seen,
    revision: row.revision,
  };
}

const detailById = prepared((db, { recruitmentId }: { recruitmentId: number }) =>
  recruitmentRows(db)
    .select([
      "recruitment_detail.author_id",
      "recruitment_detail.body",
      "recruitment_detail.contact",
      "recruitment_detail.image_url",
      "recruitment_detail.revision",
    ])
    .where("recruitment_detail.recruitment_id", "=", recruitmentId)
    .where("recruitment_detail.title", "is not", null),
);

/** Ids of the recruitments that a member wrote. */
export async function readRecruitmentIdsBy(db: ReadModelsDatabase, memberId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("recruitment_detail")
    .select("recruitment_id")
    .where("author_id", "=", memberId)
    .execute();
  return rows.map(({ recruitment_id }) => recruitment_id);
}
