import { type ReactNode, useState } from "react";
import type { Article, WritersOfDay } from "#contracts/article/api";
import { ArticlePane } from "#web/features/team/article-detail.tsx";
import { ArticlesOfDay } from "#web/features/team/articles-of-day.tsx";
import { CopyAddress } from "#web/features/team/copy-address.tsx";
import { ReviewLine, VeilButtons, VeilNote, VeilText, veilTitle } from "#web/features/team/day-notes.tsx";
import { type Arrival, DetailPane, FailedPane, LoadingPane } from "#web/features/team/detail-pane.tsx";
import { OutboxEntries } from "#web/features/team/outbox/outbox-entries.tsx";
import { SubjectPane } from "#web/features/team/subject-detail.tsx";
import type { Choice } from "#web/features/team/use-day-reading.ts";
import { useTeamDay } from "#web/features/team/use-team-day.ts";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dayLabel, monthDay } from "#web/ui/month-calendar-days.ts";
import { ProblemRow } from "./problem-row.tsx";
import styles from "./team-dashboard.module.css";

interface TeamDayProps {
  readonly teamId: number;
  readonly date: string;
  readonly today: string;
  /** Undefined until it is loaded. */
  readonly hasSubject: boolean | undefined;
  readonly choice: Choice;
  readonly arrival: Arrival;
  readonly isManager: boolean;
  /** Undefined while it is unknown. */
  readonly isMember: boolean | undefined;
  /** By day; undefined until they are loaded. */
  readonly writers: readonly WritersOfDay[] | undefined;
  readonly presence: ReactNode;
  readonly onJoin: () => void;
  readonly onNoManager: () => void;
}

/** The chosen day: its problem, its articles and the pane that shows one of them. Remounted for each day. */
export function TeamDay(props: TeamDayProps) {
  const { teamId, date, today, hasSubject, choice, isManager, isMember, writers, presence } = props;
  const day = useTeamDay({ teamId, date }, choice, hasSubject);
  const line = writersLine(date, today, writers);
  return (
    <>
      <div className={styles.head}>
        <h2 ref={day.heading}>{dayLabel(date)}</h2>
        {line && <span className={styles.line}>{line}</span>}
        <span className={styles.tools}>
          {presence}
          <CopyAddress teamId={teamId} date={date} />
        </span>
      </div>
      <ProblemRow
        teamId={teamId}
        date={date}
        isManager={isManager}
        isOpen={day.reading.kind === "subject"}
        paneId={day.paneId}
        onOpen={day.openSubject}
      />
      <OutboxEntries teamId={teamId} date={date} today={today} />
      <ReviewLine
        open={day.reviews}
        isDone={date === today && (day.list.articles?.content.some(isReviewedByMe) ?? false)}
        onOpen={day.openReview}
      />
      {day.veiled > 0 && <VeilNote teamId={teamId} date={date} count={day.veiled} />}
      <ArticlesOfDay
        {...day.list}
        isOutside={isMember === false}
        invitation={isMember && date === today ? "오늘의 첫 글을 남겨 보세요." : undefined}
      />
      <ReadingPane {...props} day={day} />
    </>
  );
}

const isReviewedByMe = ({ review }: Article) => review?.isMine === true && review.state === "done";

function ReadingPane(props: TeamDayProps & { day: ReturnType<typeof useTeamDay> }) {
  const { teamId, date, arrival, isManager, isMember, onJoin, onNoManager, day } = props;
  const { reading, paneId, close, closeDeleted } = day;
  if (reading.kind === "none") return null;
  if (reading.kind === "subject")
    return (
      <div className={styles.reading}>
        <SubjectPane
          id={paneId}
          arrival={arrival}
          teamId={teamId}
          date={date}
          isManager={isManager}
          onNoManager={onNoManager}
          onClose={close}
        />
      </div>
    );
  if (reading.kind === "article")
    return (
      <div className={styles.reading}>
        <ArticlePane
          id={paneId}
          arrival={arrival}
          teamId={teamId}
          date={date}
          article={reading.article}
          neighbours={day.neighbours}
          isOutside={isMember === false}
          withheld={
            <WithheldBody articleId={reading.article.articleId}>
              {reading.article.veiled ? (
                <>
                  <b>{veilTitle}</b>
                  <span>
                    <VeilText teamId={teamId} count={day.veiled} />
                  </span>
                  <VeilButtons teamId={teamId} date={date} />
                </>
              ) : (
                <>
                  <b>이 팀의 풀이가 궁금하다면?</b>
                  <span>팀에 참가하고 매일의 풀이를 함께 나눠 보세요.</span>
                  <Button look="action" size="large" onClick={onJoin}>
                    팀 참가하기 -&gt;
                  </Button>
                </>
              )}
            </WithheldBody>
          }
          onDeleted={closeDeleted}
          onClose={close}
        />
      </div>
    );
  return (
    <DetailPane id={paneId} subject={reading.kind} label="글" arrival={{ moves: false, isFirst: false }}>
      {reading.kind === "missing" && <EmptyState title="존재 하지 않는 게시글 입니다." />}
      {reading.kind === "loading" && <LoadingPane />}
      {reading.kind === "failed" && <FailedPane error={reading.error} onRetry={reading.onRetry} />}
    </DetailPane>
  );
}

/** The number of writers of a day (spec/daily-use.md §7.2); empty for future days and while it is unknown. */
function writersLine(
  date: string,
  today: string,
  writers: readonly WritersOfDay[] | undefined,
): string | undefined {
  if (!writers || date > today) return undefined;
  const count = writers.find((one) => one.date === date)?.count ?? 0;
  if (count === 0) return date === today ? "아직 쓴 사람이 없어요" : "쓴 사람이 없어요";
  return date === today ? `오늘 ${count}명이 썼어요` : `${monthDay(date, today)}에 ${count}명이 썼어요`;
}

const lockedBody = lazyModule(() => import("./locked-body.tsx"));

/** Replaces a withheld body; the placeholder texts are loaded with the first one. */
function WithheldBody(props: { articleId: number; children: ReactNode }) {
  const [hasFailed, setFailed] = useState(false);
  const loaded = useLazyModule(lockedBody, !hasFailed, () => setFailed(true));
  if (loaded) return <loaded.LockedBody {...props} />;
  return hasFailed ? <FailedPane error={null} onRetry={() => setFailed(false)} /> : <LoadingPane />;
}
