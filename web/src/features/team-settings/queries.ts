import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { DataOf } from "#contracts/endpoint";
import { limits } from "#contracts/limits";
import { getRoleHistory, getTeamMembers, type RoleHistoryEntry } from "#contracts/membership/api";
import { getAttendance } from "#contracts/rhythm/api";
import { getTeam } from "#contracts/team/api";
import { attendanceKey, gatherMs, rhythmFollows } from "#web/features/team/rhythm/queries.ts";
import { read } from "#web/lib/calls/api.ts";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import type { Fetch } from "#web/ui/fetched.tsx";

export type TeamMember = DataOf<typeof getTeamMembers>[number];

/** Keys start with a live view and its key, so that a live message with that name invalidates them. */
export const settingsKeys = {
  team: (teamId: number) => ["team-page", String(teamId), "settings"] as const,
  members: (teamId: number) => ["team-members", String(teamId)] as const,
  history: (teamId: number) => ["role-history", String(teamId)] as const,
};

/** A team with the data for managers, including the entry password (spec/wire-contract.md §4.6). */
export const teamQuery = (teamId: number) =>
  queryOptions({
    queryKey: settingsKeys.team(teamId),
    queryFn: ({ signal }) => read(getTeam, { params: { teamId }, signal }),
  });

/** The members of a team (spec/wire-contract.md §4.12). */
export const membersQuery = (teamId: number) =>
  queryOptions({
    queryKey: settingsKeys.members(teamId),
    queryFn: ({ signal }) => read(getTeamMembers, { params: { teamId }, signal }),
  });

/** Who wrote on which days of a month, `yyyy-MM`; for members. */
export const attendanceQuery = (teamId: number, month: string) =>
  queryOptions({
    queryKey: [...attendanceKey(teamId), month] as const,
    queryFn: ({ signal }) => read(getAttendance, { params: { teamId }, query: { month }, signal }),
    meta: { follows: () => rhythmFollows(teamId), gatherMs },
  });

/** `member` is the uuid whose entries are queried; null for all. */
interface HistoryParams {
  readonly member: string | null;
  readonly page: number;
  readonly size: number;
}

const readHistory = (teamId: number, { member, page, size }: HistoryParams, signal: AbortSignal) =>
  read(getRoleHistory, {
    params: { teamId },
    query: { page, size, ...(member !== null && { member }) },
    signal,
  });

/** One page of the role history, newest first (spec/wire-contract.md §4.15). */
export const historyQuery = (teamId: number, member: string | null, page: number) => {
  const params = { member, page, size: limits.roleHistoryPageSize };
  return queryOptions({
    queryKey: [...settingsKeys.history(teamId), params],
    queryFn: ({ signal }) => readHistory(teamId, params, signal),
    placeholderData: keepPreviousData,
  });
};

/** The whole role history, newest first. An entry that moves to the next page between two requests counts once. */
export async function wholeHistory(
  client: QueryClient,
  teamId: number,
  member: string | null,
): Promise<RoleHistoryEntry[]> {
  const entries = new Map<string, RoleHistoryEntry>();
  for (let page = 0; ; page += 1) {
    const params = { member, page, size: limits.pageSizeMax };
    const answer = await client.fetchQuery({
      queryKey: [...settingsKeys.history(teamId), params],
      queryFn: ({ signal }) => readHistory(teamId, params, signal),
      staleTime: 0,
      gcTime: 0,
    });
    for (const entry of answer.content) entries.set(entry.entryId, entry);
    if (page + 1 >= answer.page.totalPages) return [...entries.values()];
  }
}

/** A query of a settings page for `Fetched`: a refusal redirects and is not shown as a failure. */
export const unlessRefused = <T>({ data, error, refetch }: Fetch<T>): Fetch<T> => ({
  data,
  error: isRefusal(error, "not-a-manager") ? null : error,
  refetch,
});

/** Whether the caller is a manager, derived from a query only for managers; undefined while unknown. */
export const managerOf = ({ error, data }: { error: unknown; data: unknown }): boolean | undefined =>
  isRefusal(error, "not-a-manager") ? false : data !== undefined || undefined;
