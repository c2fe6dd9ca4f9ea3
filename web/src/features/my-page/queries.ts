import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getMyArticles } from "#contracts/article/api";
import type { DataOf } from "#contracts/endpoint";
import { getOwnProfile } from "#contracts/member/api";
import { getMyTeams, getTeamMembers } from "#contracts/membership/api";
import { getSolved } from "#contracts/my-solved/api";
import type { Provider } from "#contracts/problems";
import { read } from "#web/lib/calls/api.ts";

/** spec/wire-contract.md §3.2 */
export const ownProfileQuery = (uuid: string | null) =>
  queryOptions({
    queryKey: ["member-card", uuid, "profile"],
    queryFn: ({ signal }) => read(getOwnProfile, { signal }),
    enabled: uuid !== null,
  });

export type Membership = DataOf<typeof getMyTeams>[number];

/** The caller's memberships, latest joined first (spec/wire-contract.md §4.10). */
export const myTeamsQuery = (uuid: string | null) =>
  queryOptions({
    queryKey: ["my-teams", uuid, "memberships"],
    queryFn: ({ signal }) => read(getMyTeams, { signal }),
    enabled: uuid !== null,
    meta: {
      follows: (teams) => ((teams ?? []) as Membership[]).map(({ teamId }) => `team-page/${teamId}`),
    },
  });

/** A page of the caller's articles in a team, newest first (spec/wire-contract.md §5.2). */
export const myArticlesQuery = (uuid: string | null, teamId: number, page: number) =>
  queryOptions({
    queryKey: ["my-articles", uuid, { teamId, page }],
    queryFn: ({ signal }) => read(getMyArticles, { params: { teamId }, query: { page }, signal }),
    enabled: uuid !== null,
    placeholderData: keepPreviousData,
  });

/** A page of the problems that the caller's articles are about, latest first (spec/daily-use.md §5 call 9). */
export const solvedQuery = (uuid: string | null, provider: Provider | null, page: number) =>
  queryOptions({
    queryKey: ["my-solved", uuid, { provider, page }],
    queryFn: ({ signal }) => read(getSolved, { query: { provider: provider ?? "", page }, signal }),
    enabled: uuid !== null,
    placeholderData: keepPreviousData,
  });

/** The members of a team that the caller manages (spec/wire-contract.md §4.12). */
export const teamPeopleQuery = (teamId: number) =>
  queryOptions({
    queryKey: ["team-members", String(teamId), "people"],
    queryFn: ({ signal }) => read(getTeamMembers, { params: { teamId }, signal }),
  });
