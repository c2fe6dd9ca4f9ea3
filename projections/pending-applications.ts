import type { MyApplicationState } from "#contracts/my-applications/api";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import type { ReadModelsDatabase } from "./database.ts";
import { nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";

/** The states of those that wait for an answer. */
export const waiting = ["pending", "closed"] as const satisfies readonly MyApplicationState[];

/** The applications of a recruitment that wait for an answer, newest first, with the names of their applicants. */
export const readPendingApplications = prepared((db, { recruitmentId }: { recruitmentId: number }) =>
  db
    .selectFrom("my_applications")
    .leftJoin("member_card", "member_card.uuid", "my_applications.applicant_id")
    .select(["application_id", "applicant_id", "body", "member_card.name", "member_card.image_url"])
    .where("my_applications.recruitment_id", "=", recruitmentId)
    .where("my_applications.state", "in", waiting)
    // The applicant's key is gone: the event that withdraws it follows.
    .where("my_applications.body", "is not", null)
    .orderBy("my_applications.applied_position", "desc"),
);

/** What a viewer sees of them: the own one first, texts and the others of a closed recruitment as author only. */
export function applicationsSeenBy(
  { memberId, isAuthor }: { memberId: string | null; isAuthor: boolean },
  isRecruiting: boolean,
  pending: Awaited<ReturnType<typeof readPendingApplications>>,
): Pick<RecruitmentDetail, "teamApplyResponses" | "teamMemberUuids"> {
  const isOwn = ({ applicant_id }: { applicant_id: string }) => applicant_id === memberId;
  const ownFirst = [...pending.filter(isOwn), ...pending.filter((each) => !isOwn(each))];
  return {
    teamApplyResponses: ownFirst
      .filter((each) => isAuthor || isRecruiting || isOwn(each))
      .map((each) => ({
        teamApplyId: each.application_id,
        teamApplyBody: isAuthor || isOwn(each) ? each.body : null,
        memberName: nameOf(each),
        memberImage: pictureOf(each),
        isMyApply: isOwn(each),
      })),
    teamMemberUuids: isAuthor ? ownFirst.map(({ applicant_id }) => applicant_id) : [],
  };
}

const waitingRecruitments = (db: ReadModelsDatabase) =>
  db.selectFrom("my_applications").select("recruitment_id").where("state", "in", waiting);

/** The recruitment of an application that waits for an answer. */
export const readRecruitmentOfApplication = async (db: ReadModelsDatabase, applicationId: number) =>
  (await waitingRecruitments(db).where("application_id", "=", applicationId).executeTakeFirst())
    ?.recruitment_id;

/** Ids of the recruitments where an application of a member waits for an answer. */
export const readRecruitmentIdsAppliedTo = async (db: ReadModelsDatabase, memberId: string) =>
  (await waitingRecruitments(db).where("applicant_id", "=", memberId).execute()).map(
    ({ recruitment_id }) => recruitment_id,
  );
