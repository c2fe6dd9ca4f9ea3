import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Row } from "#web/ui/layout.tsx";
import { BodyView } from "../../ui/body-view.tsx";
import { cardClass } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ProblemChips } from "../team/problem-chips.tsx";
import { subjectQuery } from "../team/queries.ts";
import { useDeletionNote } from "../team/use-deletion-note.ts";
import styles from "./day-problem.module.css";

/** The day's problem above the editor, collapsed initially; nothing without a problem (spec/ui.md §12.1). */
export function DayProblem({ teamId, date }: { teamId: number; date: string }) {
  const { data: problem, isLoading } = useQuery(subjectQuery(teamId, date));
  const [isOpen, setOpen] = useState(false);
  useDeletionNote(problem);
  if (isLoading) return <Placeholder />;
  if (!problem) return null;
  return (
    <details
      className={cx(cardClass({ warm: true }), styles.problem)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={styles.mark}>문제</span>
        <span className={styles.title}>{problem.articleTitle}</span>
        <span className={styles.fold}>
          {isOpen ? "문제 접기" : "펼쳐서 확인하기"}
          <Icon name="down" size="small" />
        </span>
      </summary>
      <div className={styles.body}>
        <Row as="p" gap={8} wrap>
          <Tag category={problem.articleCategory} />
          <ProblemChips problems={problem.problems} />
        </Row>
        <BodyView html={problem.articleBody} imageUrl={problem.imageUrl} />
      </div>
    </details>
  );
}

/** As high as a collapsed problem, so that the editor does not move when the problem is loaded. */
const Placeholder = () => (
  <details className={cx(cardClass({ warm: true }), styles.problem, styles.place)} aria-hidden="true" inert>
    <summary>
      <span className={styles.mark}>&nbsp;</span>
      <span className={styles.title}>&nbsp;</span>
      <span className={styles.fold}>
        &nbsp;
        <Icon name="down" size="small" />
      </span>
    </summary>
  </details>
);
