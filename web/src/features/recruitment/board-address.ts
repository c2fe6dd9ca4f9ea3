import { type RecruitmentStatus, recruitmentStatuses } from "#contracts/recruitment/api";
import { type AddressCodec, pageParameter } from "#web/lib/use-address.ts";

/** What the board shows. */
export const boardAddress: AddressCodec<{ readonly status: RecruitmentStatus; readonly page: number }> = {
  read: (search) => ({
    status: recruitmentStatuses.find((status) => status === search.get("status")) ?? "all",
    page: pageParameter.read(search),
  }),
  write: ({ status, page }) => ({
    status: status === "all" ? null : status,
    ...pageParameter.write(page),
  }),
};
