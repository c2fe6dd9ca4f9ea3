import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { getMemberInfo, type MemberInfo } from "#contracts/member/api";
import { read } from "./calls/api.ts";
import { retryExcept } from "./calls/query-client.ts";
import { forgetMissingProfile, useLacksProfile } from "./missing-profile.ts";
import { useSession } from "./session.ts";

const teamIdsOf = (info: MemberInfo | undefined) =>
  info?.teamAbstractResponses.map(({ teamId }) => teamId) ?? [];

/** Name, picture and teams of the caller: cached for 300 s, not fetched again on focus (spec/ui.md §21). */
export const memberInfoQuery = (uuid: string | null) =>
  queryOptions({
    queryKey: ["my-teams", uuid, "info"],
    queryFn: async ({ signal }) => {
      const info = await read(getMemberInfo, { signal });
      forgetMissingProfile();
      return info;
    },
    enabled: uuid !== null,
    staleTime: 300_000,
    refetchOnWindowFocus: false,
    retry: retryExcept(100),
    meta: {
      follows: (info) => [
        `member-card/${uuid}`,
        ...teamIdsOf(info as MemberInfo | undefined).map((teamId) => `team-page/${teamId}`),
      ],
    },
  });

/** The caller's member info; not fetched on /enroll while the profile is known to be missing. */
export function useMemberInfo() {
  const { uuid } = useSession();
  const { pathname } = useLocation();
  const isMissing = useLacksProfile();
  return useQuery({
    ...memberInfoQuery(uuid),
    enabled: uuid !== null && !(pathname === "/enroll" && isMissing),
  });
}

/** Whether the caller is a member of a team, live; undefined while it is unknown. */
function useMembership(teamId: number): boolean | undefined {
  const { data } = useMemberInfo();
  return data && teamIdsOf(data).includes(teamId);
}

/**
 * Whether the caller is a member of a team, for screens that check it first: `isChecking` until the first response, but
 * not if none arrives.
 */
export function useFirstMembership(teamId: number) {
  const { data, isFetching, failureCount } = useMemberInfo();
  const isMember = data && teamIdsOf(data).includes(teamId);
  return { isMember, isChecking: isMember === undefined && isFetching && failureCount === 0 };
}

/** The name of one of the caller's own teams, live; undefined for others and while it is unknown. */
export function useOwnTeamName(teamId: number): string | undefined {
  const { data } = useMemberInfo();
  return data?.teamAbstractResponses.find((team) => team.teamId === teamId)?.teamName;
}

/** Whether a team is one of the caller's own, live; false without a team and while it is unknown. */
export function useIsOwnTeam(teamId: number | null): boolean {
  return useMembership(teamId ?? 0) ?? false;
}
