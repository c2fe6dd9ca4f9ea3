import type { RecruitmentDetail } from "#contracts/recruitment/api";
import type { Platform } from "../platform/platform.ts";
import type { Reserve } from "../platform/reservation.ts";

export interface RecruitmentPlatform extends Platform {
  /**
   * Reserves the team's one recruitment.
   * @throws Refused `team-not-found`, `caller-not-in-team`, `not-a-manager`, `recruitment-exists`
   */
  readonly reserveRecruitment: Reserve;
  readonly presentRecruitment: (
    recruitmentId: number,
    caller: string,
  ) => Promise<RecruitmentDetail | undefined>;
  /** The recruitment of a pending application according to the read models. */
  readonly recruitmentOfApplication: (applicationId: number) => Promise<number | undefined>;
}
