import { usePrefetchQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { seoulDate } from "#contracts/dates";
import type { Team } from "#contracts/team/api";
import { AnnouncementBox } from "#web/features/team/announcement-box.tsx";
import { articlesQuery, teamPageQuery } from "#web/features/team/queries.ts";
import { hasSubjectOn, type Tags, TeamCalendar } from "#web/features/team/team-calendar.tsx";
import { TeamRoute } from "#web/features/team/team-route.tsx";
import { loadingText, teamFailed } from "#web/features/team/texts.ts";
import { useTeamPage } from "#web/features/team/use-team-page.ts";
import { useChosenDay, useToday } from "#web/features/team/use-today.ts";
import { useTeamPresence } from "#web/lib/live/use-presence.ts";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { usePageName } from "#web/lib/use-page-name.ts";
import { FailedState } from "#web/ui/empty-state.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { monthOf } from "#web/ui/month-calendar-days.ts";
import { NotFound } from "#web/ui/not-found.tsx";
import { Page, PageHead } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MainButton, useJoin } from "./main-button.tsx";
import { Presence } from "./presence.tsx";
import styles from "./team-dashboard.module.css";
import { TeamDay } from "./team-day.tsx";
import side from "./team-side.module.css";
import { TeamSide } from "./team-side.tsx";
import { useForgetGoneTeam, useLastTeam } from "./use-last-team.ts";
import { useRole } from "./use-role.ts";

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
  const { page, isFetching, isGone, failure, retry, tags } = useTeamPage(teamId, day);
  const role = useRole(teamId, page, isFetching);
  const team = page?.myTeamResponse;
  // Today's articles need not wait for the team.
  usePrefetchQuery(articlesQuery(teamId, today, 0));
  useForgetGoneTeam(teamId, isGone);
  usePageName(isGone ? undefined : team?.teamName);
  if (isGone) return <NotFound />;
  return (
    <Page width="wide" glow>
      <PageHead title="팀 페이지" />
      {team ? (
        <TeamBoard {...role} team={team} tags={tags} today={today} day={day} onDay={setDay} />
      ) : failure ? (
        <FailedState title={teamFailed} error={failure} onRetry={retry} />
      ) : (
        <TeamSkeleton />
      )}
    </Page>
  );
}

interface TeamBoardProps {
  readonly team: Team;
  /** Problem tags of the chosen month; undefined while they are unknown. */
  readonly tags: Tags | undefined;
  readonly isManager: boolean;
  /** Undefined while it is unknown. */
  readonly isMember: boolean | undefined;
  readonly today: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
}

/** Team on the left; announcement and action, calendar and the chosen day on the right. */
function TeamBoard({ team, tags, isManager, isMember, today, day, onDay }: TeamBoardProps) {
  const { teamId } = team;
  const join = useJoin(teamId);
  useLastTeam({ team, tags, isMember, day });
  const navigate = useNavigate();
  const here = useTeamPresence(teamId, isMember ?? false);
  const onNoManager = () => void navigate("/team-list");

  return (
    <div className={styles.team}>
      <TeamSide team={team} isManager={isManager} />
      <div className={styles.main}>
        <div className={styles.top}>
          <AnnouncementBox
            teamId={teamId}
            text={team.teamAnnouncement}
            isManager={isManager}
            onNoManager={onNoManager}
          />
          <MainButton team={team} isMember={isMember} onJoin={join.begin} />
        </div>
        <TeamCalendar tags={tags} today={today} day={day} onDay={onDay} />
        <TeamDay
          key={day}
          teamId={teamId}
          date={day}
          today={today}
          onDay={onDay}
          isManager={isManager}
          isMember={isMember}
          hasSubject={hasSubjectOn(day, tags)}
          presence={isMember && <Presence key={today} teamId={teamId} today={today} here={here} />}
          onJoin={join.begin}
          onNoManager={onNoManager}
        />
      </div>
      {join.window}
    </div>
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
