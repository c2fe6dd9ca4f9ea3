import { useQuery } from "@tanstack/react-query";
import { useMemberInfo } from "#web/lib/member-info.ts";
import { useSession } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fetched } from "#web/ui/fetched.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ChosenTeam } from "./chosen-team.tsx";
import { HistorySkeleton, TotalSkeleton } from "./history.tsx";
import styles from "./my-page.module.css";
import { myTeamsQuery } from "./queries.ts";
import { SolvedProblems } from "./solved-problems.tsx";
import { TeamTabs } from "./team-tabs.tsx";
import { useTeamsAddress } from "./teams-address.ts";

/** The member's teams, with articles and membership of the selected one (spec/ui.md §14.2). */
export function TeamsPane() {
  const { uuid } = useSession();
  const teams = useQuery(myTeamsQuery(uuid));
  const info = useMemberInfo().data;
  const { state, change } = useTeamsAddress();

  const pictures = new Map(info?.teamAbstractResponses.map((one) => [one.teamId, one.teamImageUrl]));
  return (
    <Fetched query={teams} failed="내 팀을 불러오지 못했어요" skeleton={<TeamsSkeleton />}>
      {(all) => {
        // A team that was left or deleted is replaced by the first one.
        const team = all.find(({ teamId }) => teamId === state.team) ?? all[0];
        // Solved problems are kept after the last membership has ended.
        if (!team && state.tab === "solved") return <SolvedProblems />;
        return team ? (
          <section aria-label="내 팀 관리">
            <HiddenText as="h2">내 팀 관리</HiddenText>
            <TeamTabs
              teams={all}
              pictures={pictures}
              chosen={team}
              onChoose={(chosen) => change({ team: chosen, page: 0 })}
            />
            <ChosenTeam key={team.teamId} team={team} />
          </section>
        ) : (
          <EmptyState
            title="아직 함께하는 팀이 없어요"
            text="마음에 드는 팀을 둘러보거나 새로 만들 수 있어요."
          >
            <ButtonLink to="/team-list">팀에 가입해 보세요</ButtonLink>
          </EmptyState>
        );
      }}
    </Fetched>
  );
}

/** Placeholder of the teams and of the articles in the first one while their query is pending. */
const TeamsSkeleton = () => (
  <>
    <div className={styles.tabs}>
      <div className={styles.teamTabsList}>
        {[52, 64, 58].map((width) => (
          <div key={width} className={styles.tab}>
            <Skeleton width={48} height={48} />
            <Skeleton width={width} height={21} />
          </div>
        ))}
      </div>
    </div>
    <div className={styles.teamsBar}>
      <Skeleton width="auto" height={44} className={styles.modes} />
      <TotalSkeleton />
    </div>
    <HistorySkeleton />
  </>
);
