import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { linkClass } from "#web/ui/page.tsx";
import styles from "./start-list.module.css";
import { type Start, steps, useStart } from "./start-steps.ts";

/** `팀 시작하기`: the first steps of a new team, checked when done, with a link to the next (spec/daily-use.md §7.8). */
export function StartList({
  teamId,
  teamName,
  date,
  start,
}: {
  teamId: number;
  teamName: string;
  date: string;
  start: Start;
}) {
  const { isGone, done, next, close } = useStart(teamId, start);
  if (isGone) return null;
  return (
    <Card card={false} className={styles.start} role="region" aria-label="팀 시작하기">
      <div className={styles.head}>
        <h2>팀 시작하기</h2>
        <span>{teamName}</span>
        {next && (
          <button type="button" className={cx(linkClass, styles.close)} onClick={close}>
            그만 보기
          </button>
        )}
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="팀 시작하기"
        aria-valuenow={done}
        aria-valuemax={steps.length}
      >
        <i style={{ width: `${(100 * done) / steps.length}%` }} />
      </div>
      {next ? (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step.fact} className={cx(styles.step, start[step.fact] && styles.done)}>
              {step.title}
              {step === next && (
                <ButtonLink size="small" className={styles.go} to={step.to(teamId, date)} state={step.state}>
                  {step.action}
                </ButtonLink>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <p className={styles.ready}>준비가 끝났어요</p>
      )}
    </Card>
  );
}
