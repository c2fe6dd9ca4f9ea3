import type { ReactNode } from "react";
import { ArticlePane } from "#web/features/team/article-detail.tsx";
import styles from "#web/features/team/articles.module.css";
import { ArticlesOfDay } from "#web/features/team/articles-of-day.tsx";
import { SubjectPane } from "#web/features/team/subject-detail.tsx";
import { SubjectLink } from "#web/features/team/subject-link.tsx";
import { type TeamDay as Day, type Reading, useTeamDay } from "#web/features/team/use-team-day.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { LiveNote } from "#web/ui/hidden-text.tsx";
import { dayLabel } from "#web/ui/month-calendar-days.ts";
import { WithheldBody } from "./withheld-body.tsx";

interface TeamDayProps extends Day {
  readonly isManager: boolean;
  /** Undefined while it is unknown. */
  readonly isMember: boolean | undefined;
  /** Undefined while it is unknown. */
  readonly hasSubject: boolean | undefined;
  readonly presence: ReactNode;
  readonly onJoin: () => void;
  readonly onNoManager: () => void;
}

const nothing: Reading = { kind: "none" };

/** The chosen day: its problem, its articles and the pane in which one of them is read. Mounted again for each day. */
export function TeamDay(props: TeamDayProps) {
  const { teamId, date, today, isManager, isMember, hasSubject, presence, onJoin, onNoManager } = props;
  const { reading, openSubject, closeDeleted, heading, paneId, note, said, list } = useTeamDay(
    props,
    nothing,
  );
  return (
    <>
      <div className={cx(styles.head, isManager && styles.managed)}>
        <h2 ref={heading}>{dayLabel(date)}</h2>
        <Button look="problem" size="small" aria-pressed={reading.kind === "subject"} onClick={openSubject}>
          문제 확인하기
        </Button>
        {presence}
        {isManager && <SubjectLink teamId={teamId} date={date} hasSubject={hasSubject} />}
      </div>
      <ArticlesOfDay
        {...list}
        invitation={isMember && date === today ? "오늘의 첫 글을 남겨 보세요." : undefined}
      />
      {reading.kind === "subject" && (
        <SubjectPane
          id={paneId}
          teamId={teamId}
          date={date}
          isManager={isManager}
          onNoManager={onNoManager}
        />
      )}
      {reading.kind === "article" && (
        <ArticlePane
          id={paneId}
          teamId={teamId}
          article={reading.article}
          isOutside={isMember === false}
          withheld={<WithheldBody articleId={reading.article.articleId} onJoin={onJoin} />}
          onDeleted={closeDeleted}
        />
      )}
      <LiveNote text={note} />
      <LiveNote text={said} />
    </>
  );
}
