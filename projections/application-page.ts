import { sql } from "kysely";
import { page } from "#contracts/endpoint";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import type { ReadModelsDatabase } from "./database.ts";
import { type ApplicationsViewer, applicationView, seenOfOthers, waiting } from "./my-applications.ts";
import { nameOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { searchable } from "./team-directory.ts";

export interface ApplicationsAt {
  readonly size: number;
  readonly page: number;
  /** Part of the applicant's name; blank finds all. */
  readonly name: string;
}

/** One page of the applications that a viewer may see, found by name, after the own one. */
export async function readApplicationPage(
  db: ReadModelsDatabase,
  recruitment: { recruitmentId: number; teamId: number | null; isRecruiting: boolean },
  viewer: ApplicationsViewer,
  { size, ...asked }: ApplicationsAt,
): Promise<Pick<RecruitmentDetail, "teamApplyResponses" | "teamMemberUuids" | "applicationList">> {
  const { recruitmentId, teamId, isRecruiting } = recruitment;
  const { memberId, mayAdmit } = viewer;
  const ofOthers = seenOfOthers(viewer, isRecruiting);
  const [applicants, [team]] = await Promise.all([
    applicantsOf(db, { recruitmentId }),
    teamId === null ? [] : seatsOf(db, { teamId }),
  ]);
  const isOwn = ({ applicant_id }: { applicant_id: string }) => applicant_id === memberId;
  const own = applicants.filter(isOwn);
  const others = ofOthers.names ? applicants.filter((each) => !isOwn(each)) : [];
  const term = searchable(asked.name.trim());
  const found = others.filter((each) => searchable(nameOf(each)).includes(term));
  // Applications end while their list is read: beyond its end is its last page.
  const last = Math.max(0, Math.ceil(found.length / size) - 1);
  const at = { size, page: Math.min(asked.page, last) };
  const shown = [...own, ...found.slice(at.page * size, (at.page + 1) * size)];

  const ids = (ofOthers.texts ? shown : own).map(({ application_id }) => application_id);
  const rows = ids.length === 0 ? [] : await textsOf(db, { ids });
  const texts = new Map(rows.map(({ application_id, body }) => [application_id, body]));
  return {
    teamApplyResponses: shown.map((each) => ({
      ...applicationView(each, texts.get(each.application_id) ?? null, isOwn(each)),
      ...(mayAdmit && { memberUuid: each.applicant_id }),
    })),
    teamMemberUuids: mayAdmit ? [...own, ...others].map(({ applicant_id }) => applicant_id) : [],
    applicationList: {
      page: page([], at, found.length).page,
      total: own.length + others.length,
      seats: team ? Math.max(0, team.member_limit - (team.members ?? 0)) : null,
    },
  };
}

/** All undecided applications of a recruitment without their texts, newest first. */
const applicantsOf = prepared((db, { recruitmentId }: { recruitmentId: number }) =>
  db
    .selectFrom("my_applications")
    .leftJoin("member_card", "member_card.uuid", "my_applications.applicant_id")
    .select(["application_id", "applicant_id", "member_card.name", "member_card.image_url"])
    .where("my_applications.recruitment_id", "=", recruitmentId)
    .where("my_applications.state", "in", waiting)
    .where("my_applications.body", "is not", null)
    .orderBy("my_applications.applied_position", "desc"),
);

const textsOf = prepared((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom("my_applications")
    .select(["application_id", "body"])
    .where(sql<boolean>`application_id = any(${ids}::bigint[])`),
);

const seatsOf = prepared((db, { teamId }: { teamId: number }) =>
  db
    .selectFrom("team_page")
    .select("member_limit")
    .select((eb) =>
      eb
        .selectFrom("team_members")
        .select(({ fn }) => fn.countAll<number>().as("members"))
        .whereRef("team_members.team_id", "=", "team_page.team_id")
        .as("members"),
    )
    .where("team_id", "=", teamId),
);
