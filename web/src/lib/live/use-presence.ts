import { useQuery } from "@tanstack/react-query";
import type { PresentPerson } from "#contracts/live";
import { currentToken, memberOf } from "../session.ts";
import { presenceKey } from "./live-cache.ts";

const none: readonly PresentPerson[] = [];

/**
 * The other members who have the team's page open, without duplicates. The query is filled by messages of its live
 * channel, and the subscription announces this page to the others.
 */
export function useTeamPresence(teamId: number, isMember: boolean): readonly PresentPerson[] {
  const { data } = useQuery({
    queryKey: presenceKey(teamId),
    queryFn: ({ client, queryKey }) => client.getQueryData<readonly PresentPerson[]>(queryKey) ?? none,
    initialData: none,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: isMember,
  });
  const own = memberOf(currentToken());
  return isMember ? data.filter(({ uuid }) => uuid !== own) : none;
}
