import { useQueryClient } from "@tanstack/react-query";
import { getRecruitment } from "#contracts/recruitment/api";
import { read } from "#web/lib/calls/api.ts";
import type { Founders } from "./founders.ts";

/** Asks who waits for the answer to a recruitment; throws where that cannot be learnt. */
export function useWaiting() {
  const client = useQueryClient();
  return async (teamRecruitId: number): Promise<Founders> => {
    const { teamMemberUuids } = await client.fetchQuery({
      queryKey: ["recruitment-detail", String(teamRecruitId)],
      queryFn: ({ signal }) => read(getRecruitment, { params: { recruitmentId: teamRecruitId }, signal }),
      staleTime: 0,
    });
    return { teamRecruitId, teamMemberUuids };
  };
}

/** Asks who of the handed-over applicants still waits; null where that cannot be learnt. */
export function useStillWaiting() {
  const readWaiting = useWaiting();
  return async ({ teamMemberUuids, teamRecruitId }: Founders): Promise<Founders | null> => {
    if (teamRecruitId === null) return null;
    try {
      const { teamMemberUuids: waiting } = await readWaiting(teamRecruitId);
      return { teamRecruitId, teamMemberUuids: teamMemberUuids.filter((uuid) => waiting.includes(uuid)) };
    } catch {
      return null;
    }
  };
}
