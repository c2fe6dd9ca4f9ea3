import { useState } from "react";
import { useLocation } from "react-router-dom";
import { ArticlePane } from "#web/features/team/article-detail.tsx";
import list from "#web/features/team/articles.module.css";
import { ArticlesOfDay } from "#web/features/team/articles-of-day.tsx";
import { VeilNote } from "#web/features/team/day-notes.tsx";
import { type Arrival, LoadingPane } from "#web/features/team/detail-pane.tsx";
import { SubjectPane } from "#web/features/team/subject-detail.tsx";
import type { Chosen } from "#web/features/team/use-day-reading.ts";
import { useTeamDay } from "#web/features/team/use-team-day.ts";
import { pageAddress, useAddress } from "#web/lib/use-address.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { dayLabel } from "#web/ui/month-calendar-days.ts";
import styles from "./team-admin.module.css";

interface AdminDayProps {
  readonly teamId: number;
  readonly date: string;
  /** Undefined until it is loaded. */
  readonly hasSubject: boolean | undefined;
  readonly onNoManager: () => void;
}

const byItself: Arrival = { moves: false, isFirst: false };

/** The chosen day: shows its problem until an article is opened instead. Remounted for each day. */
export function AdminDay({ teamId, date, hasSubject, onNoManager }: AdminDayProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [correct] = useState(() => () => setChosen(null));
  // The history state contains the day.
  const address = useAddress(pageAddress, useLocation().state);
  const choice = {
    chosen,
    correct,
    choose: (next: Chosen | null) => setChosen(next),
    page: address.state.page,
    toPage: (page: number) => address.change({ page }),
    correctPage: address.correct,
  };
  const day = useTeamDay({ teamId, date }, choice, hasSubject);
  const { reading, openSubject, close, closeDeleted, heading, paneId } = day;
  const isProblem = reading.kind !== "article";
  return (
    <>
      <div className={list.head}>
        <h2 ref={heading}>{dayLabel(date)}</h2>
        <div className={styles.tools}>
          <Button look="neutral" size="small" aria-pressed={isProblem} onClick={openSubject}>
            문제 확인하기
          </Button>
          <SubjectLink teamId={teamId} date={date} hasSubject={hasSubject} />
        </div>
      </div>
      {isProblem && (
        <SubjectPane
          id={paneId}
          {...(reading.kind !== "subject" && { arrival: byItself })}
          teamId={teamId}
          date={date}
          isManager
          onNoManager={onNoManager}
        />
      )}
      <h2 className={styles.articles}>
        이날의 글{" "}
        {day.count !== undefined && (
          <>
            <span className={styles.count}>{day.count}</span>
            <HiddenText>개</HiddenText>
          </>
        )}
      </h2>
      {day.veiled > 0 && <VeilNote teamId={teamId} date={date} count={day.veiled} />}
      <ArticlesOfDay {...day.list} isOutside={false} invitation={undefined} />
      {reading.kind === "article" && (
        <ArticlePane
          id={paneId}
          teamId={teamId}
          date={date}
          article={reading.article}
          neighbours={day.neighbours}
          isOutside={false}
          // Managers receive every body but veiled ones; another was cached before and is being fetched again.
          withheld={
            reading.article.veiled ? (
              <VeilNote teamId={teamId} date={date} count={day.veiled} />
            ) : (
              <LoadingPane />
            )
          }
          onDeleted={closeDeleted}
          onClose={close}
        />
      )}
    </>
  );
}

/** The link to write or edit the problem of a day (spec/ui.md §11). */
const SubjectLink = ({ teamId, date, hasSubject }: Omit<AdminDayProps, "onNoManager">) =>
  hasSubject === undefined ? (
    <Button look="neutral" size="small" className={list.write} disabled>
      요청 대기
    </Button>
  ) : (
    <ButtonLink look="problem" size="small" className={list.write} to={`/team-subject/${teamId}/${date}`}>
      <Icon name="pencil" size="small" />
      {hasSubject ? "문제 수정" : "문제 작성"}
    </ButtonLink>
  );
