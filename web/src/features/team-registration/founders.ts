import { useQueryClient } from "@tanstack/react-query";
import { getRecruitment } from "#contracts/recruitment/api";
import { read } from "#web/lib/calls/api.ts";

/** What a recruitment hands over when its applicants become a team. */
export interface Founders {
  readonly teamMemberUuids: readonly string[];
  readonly teamRecruitId: number | null;
}

/** The recruitment that the address names: after a login or a reload the state may be gone. */
export function recruitIdOf(search: string): number | null {
  const named = new URLSearchParams(search).get("recruitId") ?? "";
  return /^\d{1,15}$/.test(named) ? Number(named) : null;
}

/** Reads the founders out of a navigation state of unknown origin; anything malformed counts as none. */
export function foundersOf(state: unknown): Founders {
  const given = typeof state === "object" && state !== null ? (state as Record<string, unknown>) : {};
  const uuids = given.teamMemberUuids;
  const recruitId = Number(given.teamRecruitId ?? Number.NaN);
  return {
    teamMemberUuids: Array.isArray(uuids) ? uuids.filter((uuid) => typeof uuid === "string") : [],
    teamRecruitId: Number.isSafeInteger(recruitId) ? recruitId : null,
  };
}

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

/** Those of the handed-over applicants who still wait; null where that cannot be learnt. */
export function useStillWaiting() {
  const readWaiting = useWaiting();
  return async ({ teamMemberUuids, teamRecruitId }: Founders): Promise<Founders | null> => {
    const waiting = teamRecruitId === null ? null : await readWaiting(teamRecruitId).catch(() => null);
    const stays = (uuid: string) => waiting?.teamMemberUuids.includes(uuid);
    return waiting && { teamRecruitId, teamMemberUuids: teamMemberUuids.filter(stays) };
  };
}
