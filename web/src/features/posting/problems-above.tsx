import { dayLabel } from "../../ui/month-calendar-days.ts";
import { LateNotice } from "../../ui/notice.tsx";
import { useBegunDay, useTeamToday } from "../team/use-today.ts";
import styles from "./day-problem.module.css";
import { DayProblem } from "./day-problem.tsx";

/**
 * The problem above a new article. After the end of the day it stays, followed by a notice with the new day of the article and the
 * problem of that day.
 */
export function ProblemsAbove({ teamId }: { teamId: number }) {
  const today = useTeamToday(teamId);
  const [begun] = useBegunDay(teamId);
  const turned = today !== begun && `날이 바뀌었어요. 지금 올리면 ${dayLabel(today)}의 글이 돼요.`;
  return (
    <>
      <DayProblem teamId={teamId} date={begun} />
      <LateNotice className={styles.turned}>{turned}</LateNotice>
      {turned && <DayProblem key={today} teamId={teamId} date={today} />}
    </>
  );
}
