import type { RecruitmentDetail } from "#contracts/recruitment/api";
import type { TeamsForRecruitments } from "../platform/lookups/recruitments.ts";
import type { Platform } from "../platform/platform.ts";

export interface RecruitmentPlatform extends Platform {
  readonly teams: TeamsForRecruitments;
  readonly presentRecruitment: (
    recruitmentId: number,
    caller: string,
  ) => Promise<RecruitmentDetail | undefined>;
  /** The recruitment of an application that is pending, as the read models know it. */
  readonly recruitmentOfApplication: (applicationId: number) => Promise<number | undefined>;
}
