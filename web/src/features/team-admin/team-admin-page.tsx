import { usePrefetchQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router-dom";
import type { Team } from "#contracts/team/api";
import { AnnouncementBox } from "#web/features/team/announcement-box.tsx";
import { DayTurned } from "#web/features/team/day-turned.tsx";
import { articlesQuery, subjectQuery } from "#web/features/team/queries.ts";
import { hasSubjectOn, type Tags, TeamCalendar } from "#web/features/team/team-calendar.tsx";
import { TeamRoute } from "#web/features/team/team-route.tsx";
import { loadingText, teamFailed } from "#web/features/team/texts.ts";
import { useIsDayKnown } from "#web/features/team/use-day-end.ts";
import { useTeamPage } from "#web/features/team/use-team-page.ts";
import { useChosenDay, useTeamToday } from "#web/features/team/use-today.ts";
import { useSession } from "#web/lib/session.ts";
import { ToLogin } from "#web/lib/to-login.tsx";
import { pageAddress, useAddress } from "#web/lib/use-address.ts";
import { usePageName } from "#web/lib/use-page-name.ts";
import { useRights } from "#web/lib/use-rights.ts";
import { FailedState } from "#web/ui/empty-state.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { NotFound } from "#web/ui/not-found.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import { AdminDay } from "./admin-day.tsx";
import styles from "./team-admin.module.css";
import { ToCalendar } from "./to-calendar.tsx";

/** The page where managers maintain the team page (spec/ui.md §11). */
export const TeamAdminPage = () => <TeamRoute page={TeamOnItsDay} />;

const header = <PageHeader title="팀 페이지 관리" />;

function TeamOnItsDay({ teamId }: { teamId: number }) {
  if (useIsDayKnown(teamId)) return <TeamAdmin teamId={teamId} />;
  return (
    <Page width="wide" glow>
      {header}
      <AdminSkeleton />
    </Page>
  );
}

function TeamAdmin({ teamId }: { teamId: number }) {
  const { isLoggedIn } = useSession();
  const today = useTeamToday(teamId);
  const { day, choose, hasTurned } = useChosenDay(teamId, today);
  // Prefetched in parallel to the team.
  usePrefetchQuery(subjectQuery(teamId, day));
  usePrefetchQuery(articlesQuery(teamId, day, useAddress(pageAddress).state.page));
  const { page, isFetching, isGone, failure, retry, tags } = useTeamPage(teamId, day);
  // A cached page may be older than the manager role of the caller.
  const isManager = page && (page.teamManager || (isFetching ? undefined : false));
  const rights = useRights(teamId, {
    // A visitor is being redirected to the login.
    isManager: isLoggedIn ? isManager : undefined,
    elsewhere: `/team-dashboard/${teamId}`,
  });
  usePageName(isGone ? undefined : page?.myTeamResponse.teamName);
  // The queries of this page are public, so no refusal redirects to the login.
  if (!isLoggedIn) return <ToLogin />;
  if (isGone) return <NotFound />;

  return (
    <Page width="wide" glow>
      {header}
      {isManager && (
        <AdminBoard
          team={page.myTeamResponse}
          tags={tags}
          today={today}
          day={day}
          hasTurned={hasTurned}
          onDay={choose}
          onNoManager={() => rights.leave("/team-list")}
        />
      )}
      {!isManager && failure && <FailedState title={teamFailed} error={failure} onRetry={retry} />}
      {!isManager && !failure && <AdminSkeleton />}
    </Page>
  );
}

interface AdminBoardProps {
  readonly team: Team;
  /** Problem tags of the chosen month; undefined until they are loaded. */
  readonly tags: Tags | undefined;
  readonly today: string;
  readonly day: string;
  /** Whether today was chosen and has ended since. */
  readonly hasTurned: boolean;
  readonly onDay: (day: string) => void;
  /** Called if the server refuses because the caller is not a manager. */
  readonly onNoManager: () => void;
}

/** The panel on the left; announcement, calendar and the chosen day on the right. */
function AdminBoard({ team, tags, today, day, hasTurned, onDay, onNoManager }: AdminBoardProps) {
  const { teamId } = team;
  const calendar = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.admin}>
      <AdminPanel team={team} />
      <div className={styles.main}>
        <AnnouncementBox
          teamId={teamId}
          text={team.teamAnnouncement}
          look="editor"
          isManager
          onNoManager={onNoManager}
        />
        <div ref={calendar} className={styles.calendar}>
          <TeamCalendar tags={tags} today={today} day={day} onDay={onDay} />
        </div>
        <DayTurned hasTurned={hasTurned} onToday={() => onDay(today)} />
        <AdminDay
          key={day}
          teamId={teamId}
          date={day}
          hasSubject={hasSubjectOn(day, tags)}
          onNoManager={onNoManager}
        />
        <ToCalendar calendar={calendar} />
      </div>
    </div>
  );
}

/** Names the team and the purpose of this page, with a link back to the team page. */
const AdminPanel = ({ team: { teamId, teamName, imageUrl } }: { team: Team }) => (
  <aside className={styles.panel} aria-label="팀 페이지 관리">
    <div className={styles.team}>
      <TeamPicture teamId={teamId} src={imageUrl} width={44} />
      <span className={styles.name}>{teamName}</span>
    </div>
    <p>고른 날짜의 문제와 공지, 게시글, 태그를 이곳에서 한 번에 관리해요.</p>
    <Link className={styles.go} to={`/team-dashboard/${teamId}`}>
      <span className={styles.wide}>팀 페이지로 이동하기</span>
      <Icon name="arrow-right" className={styles.wide} />
      <span className={styles.narrow}>← 팀 페이지로</span>
    </Link>
  </aside>
);

/** Skeleton of the page until the rights of the caller are known. */
const AdminSkeleton = () => (
  <div className={styles.admin} aria-busy="true">
    <HiddenText>{loadingText}</HiddenText>
    <div className={styles.panel}>
      <div className={styles.team}>
        <Skeleton width={44} height={44} />
        <Skeleton width={96} height={20} />
      </div>
      <Stack gap={10}>
        <Skeleton />
        <Skeleton width="60%" />
      </Stack>
      <div className={styles.go}>
        <Skeleton width={112} />
      </div>
    </div>
    <div className={styles.main}>
      <Skeleton height={56} className={styles.skeletonBox} />
      <Skeleton height="auto" className={styles.skeletonCalendar} />
    </div>
  </div>
);
