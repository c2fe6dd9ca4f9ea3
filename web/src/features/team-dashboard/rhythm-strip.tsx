import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { type Rhythm, takeBackRest, takeRest } from "#contracts/rhythm/api";
import { weekdayOf } from "#contracts/rhythm/days";
import { lastMinute, restsLeftText } from "#web/features/team/rhythm/day-texts.ts";
import { noDuty, OwnDay } from "#web/features/team/rhythm/own-day.tsx";
import { rhythmQuery, useRhythmRefresh } from "#web/features/team/rhythm/queries.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useMinute } from "#web/lib/use-minute.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import styles from "./team-dashboard.module.css";

/** The member's day and week in one line, while a promise is in force (spec/rhythm.md §5). */
export function RhythmStrip({ teamId }: { teamId: number }) {
  // Each minute the query looks whether the day has ended, even if the machine was asleep.
  useMinute();
  const { data } = useQuery(rhythmQuery(teamId));
  if (!data?.promise) return null;
  const { today, week } = data;
  const { state } = today;
  return (
    <section className={styles.strip} aria-label="약속">
      <span className={styles.until}>
        오늘 <time dateTime={today.endsAt}>{lastMinute(today.endsAt)}</time>까지
      </span>
      <OwnDay state={state} off={isUnbound(data) ? "내일부터 세어요" : noDuty} className={styles.own} />
      <Link
        className={styles.weekLink}
        to={`/team-setting/attendance/${teamId}`}
        title="월요일부터 일요일까지"
      >
        이번 주{" "}
        <b>
          {week.wrote}/{week.needed}일
        </b>
      </Link>
      {(state === "open" || state === "rest") && <RestMenu teamId={teamId} rhythm={data} />}
    </section>
  );
}

/** Whether today is a day of duty by the promise, but not for this member, who is bound by whole days only. */
const isUnbound = ({ promise, today: { date, state } }: Rhythm): boolean =>
  state === "off" && promise !== null && (promise.weekdays?.includes(weekdayOf(date)) ?? true);

function RestMenu({ teamId, rhythm }: { teamId: number; rhythm: Rhythm }) {
  const { date, state } = rhythm.today;
  const rests = state === "rest";
  const { run } = useCommand(rests ? takeBackRest : takeRest, {
    refresh: useRhythmRefresh(teamId),
    success: rests ? "쉬는 날을 취소했습니다." : "쉬는 날을 알렸습니다.",
    failure: rests ? "쉬는 날을 취소하지 못했어요" : "쉬는 날을 알리지 못했어요",
  });
  const left = rhythm.restsLeft;
  return (
    <Menu trigger={<IconButton icon="more" label="약속 메뉴" className={styles.stripMenu} />}>
      <MenuItem disabled={!rests && left === 0} onClick={() => void run({ params: { teamId, date } })}>
        <span>
          {rests ? "쉬는 날 취소" : "오늘 쉬기"}
          {(!rests || left > 0) && <small>{restsLeftText(left, date, date)}</small>}
        </span>
      </MenuItem>
    </Menu>
  );
}
