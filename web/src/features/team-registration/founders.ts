import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRecruitment } from "#contracts/recruitment/api";
import { read } from "#web/lib/calls/api.ts";

/** The applicants of a recruitment who become a team. */
export interface Founders {
  readonly teamMemberUuids: readonly string[];
  readonly teamRecruitId: number | null;
}

/** Recruitment id in the address, because the navigation state may be lost after a login or a reload. */
export function recruitIdOf(search: string): number | null {
  const named = new URLSearchParams(search).get("recruitId") ?? "";
  return /^\d{1,15}$/.test(named) ? Number(named) : null;
}

/** Parses the founders from an untrusted navigation state; anything malformed is ignored. */
export function foundersOf(state: unknown): Founders {
  const given = typeof state === "object" && state !== null ? (state as Record<string, unknown>) : {};
  const uuids = given.teamMemberUuids;
  const recruitId = Number(given.teamRecruitId ?? Number.NaN);
  return {
    teamMemberUuids: Array.isArray(uuids) ? uuids.filter((uuid) => typeof uuid === "string") : [],
    teamRecruitId: Number.isSafeInteger(recruitId) ? recruitId : null,
  };
}

interface Founder {
  readonly uuid: string;
  readonly name: string;
  readonly src: string;
}

/** Names and pictures of the founders whose applications are still pending, updated live; undefined while unknown. */
export function useFoundingPeople(founders: Founders | null, recruitId: number | null) {
  const { data } = useQuery({ ...waitingQuery(recruitId ?? 0), enabled: recruitId !== null });
  return data?.teamMemberUuids.flatMap((uuid, index): Founder[] => {
    const application = data.teamApplyResponses[index];
    if (!application || (founders && !founders.teamMemberUuids.includes(uuid))) return [];
    return [{ uuid, name: application.memberName, src: application.memberImage }];
  });
}

const waitingQuery = (recruitmentId: number) =>
  queryOptions({
    queryKey: ["recruitment-detail", String(recruitmentId)],
    queryFn: ({ signal }) => read(getRecruitment, { params: { recruitmentId }, signal }),
  });

/** The error if the limit leaves no seat for all founders and their leader; undefined while nothing is typed. */
export function limitErrorOf(memberLimit: string, applicants: number): string | undefined {
  const seats = applicants + 1;
  if (memberLimit === "" || Number(memberLimit) >= seats) return undefined;
  return `나와 신청자 ${applicants}명이 들어가려면 ${seats}명 이상이어야 해요`;
}

/** Returns a function that reads the pending applicants of a recruitment and throws on failure. */
export function useWaiting() {
  const client = useQueryClient();
  return async (teamRecruitId: number): Promise<Founders> => {
    const { teamMemberUuids } = await client.fetchQuery({ ...waitingQuery(teamRecruitId), staleTime: 0 });
    return { teamRecruitId, teamMemberUuids };
  };
}

/** Returns a function that keeps only founders whose applications are still pending; null on failure. */
export function useStillWaiting() {
  const readWaiting = useWaiting();
  return async ({ teamMemberUuids, teamRecruitId }: Founders): Promise<Founders | null> => {
    const waiting = teamRecruitId === null ? null : await readWaiting(teamRecruitId).catch(() => null);
    const stays = (uuid: string) => waiting?.teamMemberUuids.includes(uuid);
    return waiting && { teamRecruitId, teamMemberUuids: teamMemberUuids.filter(stays) };
  };
}
