import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Bring } from "#web/lib/prefetch.ts";
import { useSession } from "#web/lib/session.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Page } from "#web/ui/page.tsx";
import { CreateTeamInvitation } from "./create-team-invitation.tsx";
import { expectsTeams, rememberTeams } from "./expected-teams.ts";
import { FindTeams } from "./find-teams.tsx";
import { listAddress } from "./list-address.ts";
import { MyTeams } from "./my-teams.tsx";
import { MyTeamsSkeleton } from "./my-teams-skeleton.tsx";
import { combinedTeamsQuery, searchTeamsQuery } from "./queries.ts";
import { useTeamSearch } from "./use-team-search.ts";

export const bring: Bring = (client, _, search) => {
  const { keyword, sort, page } = listAddress.read(search);
  if (keyword === "") void client.prefetchQuery(combinedTeamsQuery(sort, page));
};

/** Active teams: mine in a carousel, all of them as cards that turn, searchable (spec/ui.md §9.1). */
export function TeamListPage() {
  const search = useTeamSearch();
  const isSearching = search.keyword !== "";
  const { keyword, sort, page } = search;
  // While searching it is asked for my teams alone.
  const combined = useQuery(combinedTeamsQuery(isSearching ? "recent" : sort, isSearching ? 0 : page));
  const found = useQuery(searchTeamsQuery(keyword, sort, page));

  const myTeams = combined.data?.myTeams ?? [];
  const { uuid } = useSession();
  const isAwaited = combined.isPending && expectsTeams(uuid);
  const hasTeams = combined.data && myTeams.length > 0;
  useEffect(() => {
    if (uuid !== null && hasTeams !== undefined) rememberTeams(uuid, hasTeams);
  }, [uuid, hasTeams]);
  const shown = isSearching
    ? { query: found, teams: found.data }
    : { query: combined, teams: combined.data?.allTeams };

  return (
    <Page glow>
      <HiddenText as="h1">활동 중인 팀</HiddenText>
      {myTeams.length > 0 && <MyTeams teams={myTeams} />}
      {isAwaited && <MyTeamsSkeleton />}
      <FindTeams
        teams={shown.teams}
        mine={new Set(myTeams.map((team) => team.teamId))}
        search={search}
        isWaiting={shown.query.isPlaceholderData}
        failure={shown.teams ? null : shown.query.error}
        isAlone={myTeams.length === 0 && !isAwaited}
        onRetry={() => void shown.query.refetch()}
      />
      {/* Comes with the list: a shorter one than its skeleton would pull it across the screen. */}
      {!shown.query.isLoading && <CreateTeamInvitation />}
    </Page>
  );
}
