import type { RecruitmentDetail } from "#contracts/recruitment/api";
import type { EditedRecruitment } from "./edited-recruitment.ts";

/** The way to the write screen with a recruitment; the address alone is enough to find it again. */
export const editTarget = (recruitment: RecruitmentDetail): { to: string; state: EditedRecruitment } => ({
  to: `/team-recruit/posting?recruitId=${recruitment.teamRecruitId}`,
  state: {
    recruitId: recruitment.teamRecruitId,
    teamRecruitTitle: recruitment.teamRecruitTitle,
    teamRecruitBody: recruitment.teamRecruitBody,
    chatUrl: recruitment.chatUrl,
    teamId: recruitment.teamId,
    imageUrl: recruitment.imageUrl,
    revision: recruitment.revision,
  },
});
