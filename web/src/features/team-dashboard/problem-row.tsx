import { useQuery } from "@tanstack/react-query";
import { ProblemChips } from "#web/features/team/problem-chips.tsx";
import { subjectQuery } from "#web/features/team/queries.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tag } from "#web/ui/tag.tsx";
import styles from "./team-dashboard.module.css";

interface ProblemRowProps {
  readonly teamId: number;
  readonly date: string;
  readonly isManager: boolean;
  readonly isOpen: boolean;
  /** Id of the pane that shows the problem. */
  readonly paneId: string;
  readonly onOpen: () => void;
}

/** The day's problem in one row (spec/daily-use.md §7.2). */
export function ProblemRow({ teamId, date, isManager, isOpen, paneId, onOpen }: ProblemRowProps) {
  const query = useQuery(subjectQuery(teamId, date));
  const problem = query.data;
  if (problem)
    return (
      <section className={styles.row} aria-label="이날의 문제">
        <Tag category={problem.articleCategory} />
        <b className={styles.problemRowTitle}>{problem.articleTitle}</b>
        <ProblemChips problems={problem.problems} />
        <Button
          look="problem"
          size="small"
          className={styles.problemRowAction}
          aria-pressed={isOpen}
          aria-controls={isOpen ? paneId : undefined}
          onClick={onOpen}
        >
          문제 확인하기
        </Button>
      </section>
    );
  if (query.isLoadingError)
    return (
      <section className={cx(styles.row, styles.none)} aria-label="이날의 문제">
        <span>내용을 가져오지 못했어요</span>
        <Button
          look="soft"
          size="small"
          className={styles.problemRowAction}
          onClick={() => void query.refetch()}
        >
          다시 시도
        </Button>
      </section>
    );
  if (problem === undefined) return <Skeleton className={styles.waiting} height="auto" />;
  return (
    <section className={cx(styles.row, styles.none)} aria-label="이날의 문제">
      <span>문제가 등록되지 않았어요</span>
      {isManager && (
        <ButtonLink
          look="soft"
          size="small"
          className={styles.problemRowAction}
          to={`/team-subject/${teamId}/${date}`}
        >
          문제 쓰기
        </ButtonLink>
      )}
    </section>
  );
}
