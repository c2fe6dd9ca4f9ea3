import { ArticlePane } from "#web/features/team/article-detail.tsx";
import list from "#web/features/team/articles.module.css";
import { ArticlesOfDay } from "#web/features/team/articles-of-day.tsx";
import { LoadingPane } from "#web/features/team/detail-pane.tsx";
import { SubjectPane } from "#web/features/team/subject-detail.tsx";
import { SubjectLink } from "#web/features/team/subject-link.tsx";
import { type Reading, type TeamDay, useTeamDay } from "#web/features/team/use-team-day.ts";
import { Button } from "#web/ui/button.tsx";
import { LiveNote } from "#web/ui/hidden-text.tsx";
import { dayLabel } from "#web/ui/month-calendar-days.ts";
import styles from "./team-admin.module.css";

interface AdminDayProps extends TeamDay {
  /** Undefined while it is unknown. */
  readonly hasSubject: boolean | undefined;
  readonly onNoManager: () => void;
}

const theProblem: Reading = { kind: "subject" };

/** The chosen day: its problem stands open until an article is read instead. Mounted again for each day. */
export function AdminDay({ hasSubject, onNoManager, ...props }: AdminDayProps) {
  const { teamId, date } = props;
  const day = useTeamDay(props, theProblem);
  const { reading, isChosen, openSubject, closeDeleted, heading, paneId } = day;
  return (
    <>
      <div className={list.head}>
        <h2 ref={heading}>{dayLabel(date)}</h2>
        <div className={styles.tools}>
          <Button look="neutral" size="small" aria-pressed={reading.kind === "subject"} onClick={openSubject}>
            문제 확인하기
          </Button>
          <SubjectLink teamId={teamId} date={date} hasSubject={hasSubject} look="problem" />
        </div>
      </div>
      {reading.kind === "subject" && (
        <SubjectPane
          id={paneId}
          isChosen={isChosen}
          teamId={teamId}
          date={date}
          isManager
          onNoManager={onNoManager}
        />
      )}
      <h2 className={styles.articles}>
        이날의 글 {day.count !== undefined && <span className={styles.count}>{day.count}</span>}
      </h2>
      <ArticlesOfDay {...day.list} invitation={undefined} />
      {reading.kind === "article" && (
        <ArticlePane
          id={paneId}
          teamId={teamId}
          article={reading.article}
          isOutside={false}
          // Managers get every body; one withheld is from before and being fetched again.
          withheld={<LoadingPane />}
          onDeleted={closeDeleted}
        />
      )}
      <LiveNote text={day.note} />
      <LiveNote text={day.said} />
    </>
  );
}
