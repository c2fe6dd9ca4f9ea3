import { usePrefetchQuery } from "@tanstack/react-query";
import { seoulDate } from "#contracts/dates";
import { articlesQuery, teamPageQuery } from "#web/features/team/queries.ts";
import { TeamRoute } from "#web/features/team/team-route.tsx";
import { loadingText, teamFailed } from "#web/features/team/texts.ts";
import { useChosenDay, useToday } from "#web/features/team/use-today.ts";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { usePageName } from "#web/lib/use-page-name.ts";
import { FailedState } from "#web/ui/empty-state.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { monthOf } from "#web/ui/month-calendar-days.ts";
import { NotFound } from "#web/ui/not-found.tsx";
import { Page, PageHead } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TeamBoard } from "./team-board.tsx";
import styles from "./team-dashboard.module.css";
import side from "./team-side.module.css";
import { useForgetGoneTeam } from "./use-last-team.ts";
import { useTeam } from "./use-team.ts";

export const prefetch: PagePrefetch = (client, { teamId = "" }) => {
  if (!/^\d+$/.test(teamId)) return;
  const today = seoulDate(new Date());
  void client.prefetchQuery(teamPageQuery(Number(teamId), monthOf(today)));
  void client.prefetchQuery(articlesQuery(Number(teamId), today, 0));
};

/** The page of a team (spec/ui.md §10), public. */
export const TeamDashboardPage = () => <TeamRoute page={TeamDashboard} />;

function TeamDashboard({ teamId }: { teamId: number }) {
  const today = useToday();
  const [day, setDay] = useChosenDay(today);
  const seen = useTeam(teamId, day);
  // Today's articles need not wait for the team.
  usePrefetchQuery(articlesQuery(teamId, today, 0));
  useForgetGoneTeam(teamId, seen.isGone);
  usePageName(seen.isGone ? undefined : seen.team?.teamName);
  if (seen.isGone) return <NotFound />;
  return (
    <Page width="wide" glow>
      <PageHead title="팀 페이지" />
      {seen.team ? (
        <TeamBoard {...seen} team={seen.team} today={today} day={day} onDay={setDay} />
      ) : seen.failure ? (
        <FailedState title={teamFailed} error={seen.failure} onRetry={seen.retry} />
      ) : (
        <TeamSkeleton />
      )}
    </Page>
  );
}

/** The shape of the team page while the team is being fetched. */
const TeamSkeleton = () => (
  <div className={styles.team} role="status">
    <HiddenText>{loadingText}</HiddenText>
    <div className={side.side}>
      <Skeleton className={styles.skeletonCover} height="auto" />
      <div className={side.title}>
        <Skeleton width="70%" height={26} />
      </div>
      <div className={side.text}>
        <Skeleton />
      </div>
    </div>
    <div className={styles.main}>
      <div className={styles.top}>
        <Skeleton height={56} className={styles.skeletonLine} />
        <Skeleton className={styles.unknownAction} height={56} />
      </div>
      <Skeleton className={styles.skeletonCalendar} height="auto" />
    </div>
  </div>
);
