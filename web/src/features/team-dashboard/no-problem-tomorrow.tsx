import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { daysAfter } from "#contracts/dates";
import { isPostingDay } from "#contracts/problem-queue/days";
import { teamPageQuery } from "#web/features/team/queries.ts";
import { problemQueueQuery } from "#web/features/team/rhythm/problem-queue.ts";
import { rhythmQuery } from "#web/features/team/rhythm/queries.ts";
import { hasSubjectOn } from "#web/features/team/team-calendar.tsx";
import { serverDay } from "#web/lib/server-clock.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { monthOf } from "#web/ui/month-calendar-days.ts";
import styles from "./team-dashboard.module.css";

/**
 * Whether the queue of a team has run out: problems are posted from it, and tomorrow has none although one is due
 * (spec/rhythm.md §5). False while it is unknown, and for teams that have never used a queue.
 */
function useNoProblemTomorrow(teamId: number): boolean {
  const rhythm = useQuery(rhythmQuery(teamId)).data;
  const tomorrow = daysAfter(rhythm?.today.date ?? serverDay(), 1);
  const promises = [rhythm?.promise, rhythm?.pending].filter((promise) => promise != null);
  const isBare = rhythm?.queue.length === 0 && isPostingDay(promises, tomorrow);
  const page = useQuery({ ...teamPageQuery(teamId, monthOf(tomorrow)), enabled: isBare });
  const tags = page.isPlaceholderData ? undefined : page.data?.subjectArticleDateAndTagResponses;
  const queue = useQuery({ ...problemQueueQuery(teamId), enabled: isBare }).data;
  return isBare && hasSubjectOn(tomorrow, tags) === false && queue?.autoPosting === true;
}

/** `내일 문제가 없어요`, for managers; otherwise `children`. */
export function NoProblemTomorrow({ teamId, children }: { teamId: number; children: ReactElement }) {
  if (!useNoProblemTomorrow(teamId)) return children;
  return (
    <section className={styles.banner} aria-label="내일 문제">
      <Icon name="calendar" />
      <p className={styles.startBannerText}>내일 문제가 없어요</p>
      <ButtonLink size="small" look="soft" to={`/team-setting/problems/${teamId}`}>
        문제 대기열
      </ButtonLink>
    </section>
  );
}
