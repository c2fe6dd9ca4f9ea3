import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useNavigate } from "react-router-dom";
import { isRealDate } from "#contracts/dates";
import { limits } from "#contracts/limits";
import type { Team } from "#contracts/team/api";
import { AnnouncementBox } from "#web/features/team/announcement-box.tsx";
import { DayTurned } from "#web/features/team/day-turned.tsx";
import { OutboxEntries } from "#web/features/team/outbox/outbox-entries.tsx";
import { articlesQuery, subjectQuery, teamPageQuery, writersQuery } from "#web/features/team/queries.ts";
import { rhythmQuery } from "#web/features/team/rhythm/queries.ts";
import { isStartDismissed } from "#web/features/team/start-steps.ts";
import { hasSubjectOn, type Tags } from "#web/features/team/team-calendar.tsx";
import { TeamRoute } from "#web/features/team/team-route.tsx";
import { teamFailed } from "#web/features/team/texts.ts";
import { useIsDayKnown, useIsRhythmKnown } from "#web/features/team/use-day-end.ts";
import { useTeamPage } from "#web/features/team/use-team-page.ts";
import { useTeamToday } from "#web/features/team/use-today.ts";
import { knownDayEnd, teamDay } from "#web/lib/day-ends.ts";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { useTeamPresence } from "#web/lib/live/use-presence.ts";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { useSession } from "#web/lib/session.ts";
import { pageParameter } from "#web/lib/use-address.ts";
import { usePageName } from "#web/lib/use-page-name.ts";
import { FailedState } from "#web/ui/empty-state.tsx";
import { monthOf } from "#web/ui/month-calendar-days.ts";
import { NotFound } from "#web/ui/not-found.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MainButton, useJoin } from "./main-button.tsx";
import { Presence } from "./presence.tsx";
import styles from "./team-dashboard.module.css";
import { TeamDay } from "./team-day.tsx";
import { TeamSide } from "./team-side.tsx";
import { DaySkeleton, TeamSkeleton } from "./team-skeleton.tsx";
import { TeamWeek } from "./team-week.tsx";
import { useRole } from "./use-role.ts";
import { useTeamAddress } from "./use-team-address.ts";

export const prefetch: PagePrefetch = (client, { teamId = "" }, search) => {
  if (!/^\d+$/.test(teamId)) return;
  const requested = search.get("date") ?? "";
  const day = isRealDate(requested) ? requested : teamDay(Number(teamId));
  void client.prefetchQuery(teamPageQuery(Number(teamId), monthOf(day)));
  void client.prefetchQuery(articlesQuery(Number(teamId), day, pageParameter.read(search)));
  // Known of the teams of which the caller was a member on the last visit.
  if (knownDayEnd(Number(teamId)) !== undefined) void client.prefetchQuery(rhythmQuery(Number(teamId)));
};

/** The page of a team (spec/daily-use.md §7.2), which is public. */
export const TeamDashboardPage = () => <TeamRoute page={TeamOnItsDay} />;

const pageTitle = <h1 className={styles.title}>팀 페이지</h1>;

function TeamOnItsDay({ teamId }: { teamId: number }) {
  if (useIsDayKnown(teamId)) return <TeamDashboard teamId={teamId} />;
  return (
    <Page width="wide" glow className={styles.page}>
      {pageTitle}
      <TeamSkeleton />
    </Page>
  );
}

function TeamDashboard({ teamId }: { teamId: number }) {
  const today = useTeamToday(teamId);
  const address = useTeamAddress(teamId, today);
  const { page, isFetching, isGone, failure, retry, tags } = useTeamPage(teamId, address.day);
  const role = useRole(teamId, page, isFetching);
  const isRhythmKnown = useIsRhythmKnown(teamId);
  const team = page?.myTeamResponse;
  // Prefetched in parallel to the team.
  usePrefetchQuery(articlesQuery(teamId, address.day, address.choice.page ?? 0));
  usePrefetchQuery(subjectQuery(teamId, address.day));
  usePrefetchQuery(writersQuery(teamId, address.day));
  usePageName(isGone ? undefined : team?.teamName);
  if (isGone) return <NotFound />;
  return (
    <Page width="wide" glow className={styles.page}>
      {pageTitle}
      {/* With the strip, which would otherwise move what is below it. */}
      {team && isRhythmKnown ? (
        <TeamBoard {...role} team={team} tags={tags} today={today} address={address} />
      ) : (
        <>
          <OutboxEntries teamId={teamId} date={address.day} today={today} />
          {failure ? <FailedState title={teamFailed} error={failure} onRetry={retry} /> : <TeamSkeleton />}
        </>
      )}
    </Page>
  );
}

interface TeamBoardProps {
  readonly team: Team;
  /** Problem tags of the chosen month; undefined until they are loaded. */
  readonly tags: Tags | undefined;
  readonly isManager: boolean;
  /** Undefined while it is unknown. */
  readonly isMember: boolean | undefined;
  readonly today: string;
  readonly address: ReturnType<typeof useTeamAddress>;
}

/** Team, announcement and action, week and chosen day, in the order of spec/daily-use.md §7.2. */
function TeamBoard({ team, tags, isManager, isMember, today, address }: TeamBoardProps) {
  const { teamId } = team;
  const { day, choice, arrival, isResolving, hasTurned, onDay } = address;
  const join = useJoin(teamId);
  const navigate = useNavigate();
  const here = useTeamPresence(teamId, isMember ?? false);
  const writers = useQuery(writersQuery(teamId, day)).data;
  const onNoManager = () => void navigate("/team-list");

  return (
    <div className={styles.team}>
      <TeamSide team={team} today={today} isManager={isManager} isMember={isMember ?? false} />
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
        {isManager && <Banner key={teamId} team={team} today={today} />}
        {isMember && <Strip teamId={teamId} />}
        <TeamWeek tags={tags} writers={writers} today={today} day={day} onDay={onDay} />
        <DayTurned hasTurned={hasTurned} onToday={() => onDay(today)} />
        {isResolving ? (
          <DaySkeleton />
        ) : (
          <TeamDay
            key={day}
            teamId={teamId}
            date={day}
            today={today}
            hasSubject={hasSubjectOn(day, tags)}
            choice={choice}
            arrival={arrival}
            isManager={isManager}
            isMember={isMember}
            writers={writers}
            presence={isMember && <Presence here={here} />}
            onJoin={join.begin}
            onNoManager={onNoManager}
          />
        )}
      </div>
      {join.window}
    </div>
  );
}

const rhythmStrip = lazyModule(() => import("./rhythm-strip.tsx"));

/** Of members while a promise is in force, so it is loaded beside the page. */
function Strip({ teamId }: { teamId: number }) {
  const hasPromise = useQuery(rhythmQuery(teamId)).data?.promise != null;
  const loaded = useLazyModule(rhythmStrip, hasPromise);
  if (!hasPromise) return null;
  return loaded ? (
    <loaded.RhythmStrip teamId={teamId} />
  ) : (
    <Skeleton className={styles.stripSkeleton} height="" />
  );
}

const startBanner = lazyModule(() => import("./start-banner.tsx"));
const dayMs = 86_400_000;

const noProblemTomorrow = lazyModule(() => import("./no-problem-tomorrow.tsx"));

/** The notice for managers above the week, at most one: the first that applies. */
function Banner({ team, today }: { team: Team; today: string }) {
  const { teamId } = team;
  const isQueueEmpty = useQuery(rhythmQuery(teamId)).data?.queue.length === 0;
  const loaded = useLazyModule(noProblemTomorrow, isQueueEmpty);
  const start: ReactElement = <Start team={team} today={today} />;
  return loaded ? <loaded.NoProblemTomorrow teamId={teamId}>{start}</loaded.NoProblemTomorrow> : start;
}

/** The first steps of a new team. */
function Start({ team: { teamId, createdAt }, today }: { team: Team; today: string }) {
  const { uuid } = useSession();
  // The other conditions are checked by the server.
  const [isYoung, setYoung] = useState(
    () =>
      Date.parse(today) - Date.parse(createdAt) <= limits.startDays * dayMs &&
      !isStartDismissed(uuid, teamId),
  );
  const loaded = useLazyModule(startBanner, isYoung, () => setYoung(false));
  if (!isYoung) return null;
  return loaded ? <loaded.StartBanner teamId={teamId} today={today} /> : <Skeleton height={48} />;
}
