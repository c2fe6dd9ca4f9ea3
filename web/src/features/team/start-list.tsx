import { useEffect, useState } from "react";
import type { TeamToday } from "#contracts/today/api";
import { askToInvite } from "#web/lib/navigation-state.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { linkClass } from "#web/ui/page.tsx";
import styles from "./start-list.module.css";

type Start = NonNullable<TeamToday["start"]>;

interface Step {
  readonly fact: keyof Start;
  readonly title: string;
  readonly action: string;
  readonly to: (teamId: number, date: string) => string;
  readonly state?: object;
}

const teamAddress = (teamId: number) => `/team-dashboard/${teamId}`;

/** In the order in which they are done best. */
const steps: readonly Step[] = [
  { fact: "invited", title: "팀원 초대하기", action: "초대하기", to: teamAddress, state: askToInvite },
  {
    fact: "subject",
    title: "오늘의 문제 올리기",
    action: "문제 쓰기",
    to: (teamId, date) => `/team-subject/${teamId}/${date}`,
  },
  { fact: "wrote", title: "첫 글 쓰기", action: "글쓰기", to: (teamId) => `/posting/${teamId}` },
  { fact: "announced", title: "공지 적기", action: "공지 적기", to: teamAddress },
];

const dismissedEntry = (teamId: number) => `start-dismissed:${teamId}`;

function isDismissed(teamId: number): boolean {
  try {
    return localStorage.getItem(dismissedEntry(teamId)) !== null;
  } catch {
    return false;
  }
}

function dismiss(teamId: number): void {
  try {
    localStorage.setItem(dismissedEntry(teamId), "1");
  } catch {
    // Then it stands here again next time.
  }
}

/** `팀 시작하기`: the first steps of a young team, ticked by facts; the next one leads on (spec/daily-use.md §7.8). */
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
  const [isGone, setGone] = useState(() => isDismissed(teamId));
  const done = steps.filter(({ fact }) => start[fact]).length;
  const next = steps.find(({ fact }) => !start[fact]);
  const isReady = next === undefined;
  // Said once.
  useEffect(() => {
    if (isReady) dismiss(teamId);
  }, [isReady, teamId]);
  if (isGone) return null;
  const close = () => {
    dismiss(teamId);
    setGone(true);
  };
  return (
    <Card card={false} className={styles.start} role="region" aria-label="팀 시작하기">
      <div className={styles.head}>
        <h2>팀 시작하기</h2>
        <span>{teamName}</span>
        {!isReady && (
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
      {isReady ? (
        <p className={styles.ready}>준비가 끝났어요</p>
      ) : (
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
      )}
    </Card>
  );
}
