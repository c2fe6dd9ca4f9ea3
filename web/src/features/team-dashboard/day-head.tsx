import type { ReactNode, Ref } from "react";
import styles from "#web/features/team/articles.module.css";
import { SubjectLink } from "#web/features/team/subject-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { dayLabel } from "#web/ui/month-calendar-days.ts";

interface DayHeadProps {
  readonly heading: Ref<HTMLHeadingElement>;
  readonly teamId: number;
  readonly date: string;
  readonly isManager: boolean;
  /** Undefined while it is unknown. */
  readonly hasSubject: boolean | undefined;
  readonly isSubjectOpen: boolean;
  readonly onSubject: () => void;
  /** Who is here. */
  readonly presence: ReactNode;
}

/** Name of the chosen day, the way to its problem, and for managers the way to write it. */
export const DayHead = ({
  heading,
  teamId,
  date,
  isManager,
  hasSubject,
  isSubjectOpen,
  onSubject,
  presence,
}: DayHeadProps) => (
  <div className={cx(styles.head, isManager && styles.managed)}>
    <h2 ref={heading}>{dayLabel(date)}</h2>
    <Button look="problem" size="small" aria-pressed={isSubjectOpen} onClick={onSubject}>
      문제 확인하기
    </Button>
    {presence}
    {isManager && <SubjectLink teamId={teamId} date={date} hasSubject={hasSubject} />}
  </div>
);
