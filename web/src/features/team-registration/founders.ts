import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { limits } from "#contracts/limits";
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

const readPage = (recruitmentId: number, applications: number, page: number, signal?: AbortSignal) =>
  read(getRecruitment, { params: { recruitmentId }, query: { applications, page }, signal });

/** The pending applicants of a recruitment, named as far as the pages of applications that were needed tell. */
interface Waiting {
  readonly teamMemberUuids: readonly string[];
  readonly named: ReadonlyMap<string, Founder>;
}

/**
 * Reads pages until each of the wanted applicants is named. Without a choice there may be more than a team has members:
 * the first page names enough.
 */
async function readNamed(
  recruitmentId: number,
  wanted: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Waiting> {
  const named = new Map<string, Founder>();
  for (let page = 0; ; page += 1) {
    const list = await readPage(recruitmentId, limits.pageSizeMax, page, signal);
    const { teamMemberUuids, teamApplyResponses, applicationList } = list;
    for (const { memberUuid: uuid, memberName: name, memberImage: src } of teamApplyResponses)
      if (uuid !== undefined) named.set(uuid, { uuid, name, src });
    const isLast = page + 1 >= (applicationList?.page.totalPages ?? 0);
    const isMissing = (uuid: string) => teamMemberUuids.includes(uuid) && !named.has(uuid);
    if (isLast || !wanted?.some(isMissing)) return { teamMemberUuids, named };
  }
}

/** The founders whose applications are still pending, updated live; undefined while unknown. */
export function useFoundingPeople(founders: Founders | null, recruitId: number | null) {
  const wanted = founders?.teamMemberUuids;
  const { data } = useQuery({
    queryKey: ["recruitment-detail", String(recruitId), { founders: wanted }],
    queryFn: ({ signal }) => readNamed(recruitId ?? 0, wanted, signal),
    enabled: recruitId !== null,
    placeholderData: keepPreviousData,
    meta: { gatherMs: 1000 },
  });
  if (!data) return undefined;
  const uuids = data.teamMemberUuids.filter((uuid) => !wanted || wanted.includes(uuid));
  return { count: uuids.length, named: uuids.flatMap((uuid) => data.named.get(uuid) ?? []) };
}

/** The error if the limit leaves no seat for all founders and their leader; undefined while nothing is typed. */
export function limitErrorOf(memberLimit: string, applicants: number): string | undefined {
  const seats = applicants + 1;
  if (memberLimit === "" || Number(memberLimit) >= seats) return undefined;
  return `나와 신청자 ${applicants}명이 들어가려면 ${seats}명 이상이어야 해요`;
}

/** Reads the pending applicants of a recruitment. */
export async function readWaiting(teamRecruitId: number): Promise<Founders> {
  const { teamMemberUuids } = await readPage(teamRecruitId, 1, 0);
  return { teamRecruitId, teamMemberUuids };
}

/** Keeps only founders whose applications are still pending; null on failure. */
export async function stillWaiting({ teamMemberUuids, teamRecruitId }: Founders): Promise<Founders | null> {
  const waiting = teamRecruitId === null ? null : await readWaiting(teamRecruitId).catch(() => null);
  const stays = (uuid: string) => waiting?.teamMemberUuids.includes(uuid);
  return waiting && { teamRecruitId, teamMemberUuids: teamMemberUuids.filter(stays) };
}
