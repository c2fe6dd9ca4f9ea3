import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import type { TeamToday } from "#contracts/today/api";
import { recordVisit } from "#web/lib/last-visit.ts";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { Link } from "#web/lib/link.tsx";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { currentToken, memberOf, useSession } from "#web/lib/session.ts";
import { showTitle } from "#web/lib/tab-title.ts";
import { documentTitleOf } from "#web/lib/titles.ts";
import { Card, cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { dayAndWeekday } from "#web/ui/date-texts.ts";
import { Fetched } from "#web/ui/fetched.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { todayQuery } from "../team/today-query.ts";
import { useToday } from "../team/use-today.ts";
import styles from "./home.module.css";
import { HomeTeams } from "./home-teams.tsx";
import { NewsPanel } from "./news-panel.tsx";
import { NoTeam } from "./no-team.tsx";
import { UnsentPanel } from "./unsent-panel.tsx";

const since = (uuid: string | null) => (uuid === null ? undefined : recordVisit(uuid));

export const prefetch: PagePrefetch = (client) => {
  const uuid = memberOf(currentToken());
  if (uuid !== null) void client.prefetchQuery(todayQuery(uuid, since(uuid)));
};

/** `오늘`: the member's teams, unsent texts and drafts, and news (spec/daily-use.md §7.1). */
export function HomePage() {
  const { uuid } = useSession();
  const [lastVisit] = useState(() => since(uuid));
  const query = useQuery(todayQuery(uuid, lastVisit));
  const clockDay = useToday();
  const today = query.data?.date ?? clockDay;
  useLayoutEffect(() => {
    showTitle(documentTitleOf("/", "오늘"));
  }, []);
  return (
    <Page width="wide" glow>
      <div className={styles.head}>
        <h1>오늘</h1>
        <time dateTime={today}>{dayAndWeekday(today, today)}</time>
      </div>
      <Fetched query={query} failed="내용을 가져오지 못했어요" skeleton={<HomeSkeleton />}>
        {({ teams, news, date, solved, reviews }) =>
          teams.length === 0 ? (
            <NoTeam />
          ) : (
            <div className={styles.home}>
              <HomeTeams teams={teams} reviews={reviews} />
              <Stack as="aside" gap={16} aria-label="이어서 할 일">
                <UnsentPanel teams={teams} />
                <NewsPanel news={news} teams={teams} today={date} />
                <StartPanel teams={teams} />
                <Link
                  className={cx(cardClass({ card: true }), styles.solved)}
                  to="/my-dashboard/teams?tab=solved"
                >
                  푼 문제 <b>{solved}</b>
                </Link>
              </Stack>
            </div>
          )
        }
      </Fetched>
    </Page>
  );
}

/** Placeholder of the page while its query is pending. */
const HomeSkeleton = () => (
  <div className={styles.home} aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    <Stack gap={16}>
      {[0, 1].map((index) => (
        <Card key={index} card={false} className={styles.card}>
          <div className={styles.top}>
            <Skeleton width={56} height={56} className={styles.picture} />
            <div className={styles.words}>
              <Skeleton width={120} height={18} />
              <Skeleton width="70%" />
            </div>
            <Skeleton width={132} height={44} round className={styles.button} />
          </div>
          <Skeleton height={52} />
        </Card>
      ))}
    </Stack>
  </div>
);

const startList = lazyModule(() => import("../team/start-list.tsx"));

/** `팀 시작하기` of the newest team with open first steps; loaded only for its managers. */
function StartPanel({ teams }: { teams: readonly TeamToday[] }) {
  const team = teams.find(({ start }) => start !== null);
  const loaded = useLazyModule(startList, team !== undefined);
  return team?.start && loaded ? (
    <loaded.StartList
      key={team.teamId}
      teamId={team.teamId}
      teamName={team.teamName}
      date={team.date}
      start={team.start}
    />
  ) : null;
}
