import { useQuery } from "@tanstack/react-query";
import { useMemberInfo } from "#web/lib/member-info.ts";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { useSession } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page } from "#web/ui/page.tsx";
import { FindTeams } from "./find-teams.tsx";
import { listAddress } from "./list-address.ts";
import { MyTeams, MyTeamsSkeleton } from "./my-teams.tsx";
import { combinedTeamsQuery, searchTeamsQuery } from "./queries.ts";
import styles from "./team-list.module.css";
import { useTeamSearch } from "./use-team-search.ts";

export const prefetch: PagePrefetch = (client, _, search) => {
  const { keyword, sort, page } = listAddress.read(search);
  if (keyword === "") void client.prefetchQuery(combinedTeamsQuery(sort, page));
};

/** Active teams: own teams in a carousel, all teams as searchable cards that turn (spec/ui.md §9.1). */
export function TeamListPage() {
  const search = useTeamSearch();
  const isSearching = search.keyword !== "";
  const { keyword, sort, page } = search;
  // During a search only the own teams of this query are used.
  const combined = useQuery(combinedTeamsQuery(isSearching ? "recent" : sort, isSearching ? 0 : page));
  const found = useQuery(searchTeamsQuery(keyword, sort, page));

  const myTeams = combined.data?.myTeams ?? [];
  const { uuid } = useSession();
  const info = useMemberInfo().data;
  // Reserving space for own teams that do not exist would shift the layout once the response arrives.
  const isAwaited = combined.isPending && uuid !== null && info?.teamAbstractResponses.length !== 0;
  const shown = isSearching
    ? { query: found, teams: found.data }
    : { query: combined, teams: combined.data?.allTeams };

  return (
    <Page glow>
      <HiddenText as="h1">활동 중인 팀</HiddenText>
      {myTeams.length > 0 && <MyTeams teams={myTeams} />}
      {isAwaited && <MyTeamsSkeleton />}
      <FindTeams
        teams={{ data: shown.teams, error: shown.query.error, refetch: shown.query.refetch }}
        mine={new Set(myTeams.map((team) => team.teamId))}
        search={search}
        isWaiting={shown.query.isPlaceholderData}
        isAlone={myTeams.length === 0 && !isAwaited}
      />
      {/* Shown with the list, because a list shorter than its skeleton would shift this section. */}
      {!shown.query.isLoading && <CreateTeamInvitation />}
    </Page>
  );
}

const target = "/team-registration";

/** Link to create a team; visitors are redirected through the login. */
function CreateTeamInvitation() {
  const { isLoggedIn } = useSession();
  return (
    <section className={styles.create} aria-label="팀 만들기">
      <p>기존 팀원들과 새로운 스터디 팀을 만들어보세요</p>
      <ButtonLink
        size="large"
        to={isLoggedIn ? target : "/login"}
        state={isLoggedIn ? undefined : { from: target }}
      >
        <Icon name="plus" />팀 생성하기
      </ButtonLink>
    </section>
  );
}
