import type { TeamToday } from "#contracts/today/api";
import { useMinute } from "#web/lib/use-minute.ts";
import { timeLeft } from "../team/rhythm/day-texts.ts";
import { noDuty, OwnDay } from "../team/rhythm/own-day.tsx";
import styles from "./home.module.css";

interface OwnStateProps {
  readonly rhythm: NonNullable<TeamToday["rhythm"]>;
  readonly wroteCount: number;
}

/** The own day of a team with a promise, and the time that is left (spec/rhythm.md §5). */
export function OwnState({ rhythm: { state, endsAt }, wroteCount }: OwnStateProps) {
  const now = useMinute();
  return (
    <>
      <OwnDay state={state} off={noDuty} className={styles.own} />
      {state === "open" && <span className={styles.left}>{timeLeft(endsAt, now)}</span>}
      {wroteCount > 0 && <span className={styles.others}>{wroteCount}명이 썼어요</span>}
    </>
  );
}
