import { ArticleDetail } from "#web/features/team/article-detail.tsx";
import list from "#web/features/team/articles.module.css";
import { ArticlesOfDay } from "#web/features/team/articles-of-day.tsx";
import { DetailPane, LoadingPane } from "#web/features/team/detail-pane.tsx";
import { SubjectDetail } from "#web/features/team/subject-detail.tsx";
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

/** The chosen day: its problem stands open until an article is read instead. Stands anew for every day. */
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
        <DetailPane id={paneId} subject="subject" label={`${dayLabel(date)} 문제`} isChosen={isChosen}>
          <SubjectDetail teamId={teamId} date={date} isManager onNoManager={onNoManager} />
        </DetailPane>
      )}
      <h2 className={styles.articles}>
        이날의 글 {day.count !== undefined && <span className={styles.count}>{day.count}</span>}
      </h2>
      <ArticlesOfDay {...day.list} invitation={undefined} />
      {reading.kind === "article" && (
        <DetailPane
          id={paneId}
          subject={`article ${reading.article.articleId}`}
          label={reading.article.articleTitle}
        >
          <ArticleDetail
            key={reading.article.articleId}
            teamId={teamId}
            article={reading.article}
            isOutside={false}
            // Managers get every body; one withheld is from before and being fetched again.
            withheld={<LoadingPane />}
            onDeleted={closeDeleted}
          />
        </DetailPane>
      )}
      <LiveNote text={day.note} />
      <LiveNote text={day.said} />
    </>
  );
}
