import { useState } from "react";
import type { News, TeamToday } from "#contracts/today/api";
import { Link } from "#web/lib/link.tsx";
import { serverNow } from "#web/lib/server-clock.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { relativeTime } from "#web/ui/date-texts.ts";
import { Icon } from "#web/ui/icon.tsx";
import { monthDay } from "#web/ui/month-calendar-days.ts";
import { linkClass } from "#web/ui/page.tsx";
import styles from "./home.module.css";
import { type NewsGroup, newsGroups } from "./news-groups.ts";

const shownAtFirst = 5;

/** `지난 방문 뒤`: the activity of other members, one sentence for each team, day and kind. */
export function NewsPanel({
  news,
  teams,
  today,
}: {
  news: readonly News[];
  teams: readonly TeamToday[];
  today: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const groups = newsGroups(news);
  const names = new Map(teams.map(({ teamId, teamName }) => [teamId, teamName]));
  return (
    <Card card={false} className={styles.panel} role="region" aria-label="지난 방문 뒤">
      <div className={styles.panelHead}>
        <h2>지난 방문 뒤</h2>
        {!isWhole && groups.length > shownAtFirst && (
          <button type="button" className={cx(linkClass, styles.more)} onClick={() => setWhole(true)}>
            더 보기
          </button>
        )}
      </div>
      {groups.length === 0 && <p className={styles.quiet}>새로운 소식이 없어요</p>}
      <ul>
        {groups.slice(0, isWhole ? undefined : shownAtFirst).map((group) => (
          <li key={group.key} className={styles.row}>
            {group.kind === "subject" ? (
              <span className={styles.mark}>
                <Icon name="flag" size="small" />
              </span>
            ) : (
              <Avatar name={group.first} size={32} />
            )}
            <Link className={styles.text} to={addressOf(group)}>
              <Sentence group={group} today={today} />
              <small>{names.get(group.teamId)}</small>
            </Link>
            <time dateTime={group.at}>{relativeTime(new Date(group.at), serverNow())}</time>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Sentence({ group: { kind, date, first, others }, today }: { group: NewsGroup; today: string }) {
  if (kind === "subject") return <>{monthDay(date, today)} 문제가 올라왔어요</>;
  return (
    <>
      <b>{first}</b>
      {`님${others > 0 ? ` 외 ${others}명` : ""}이 ${kind === "article" ? "글을 올렸어요" : "새 팀원이 되었어요"}`}
    </>
  );
}

function addressOf({ kind, teamId, date, onlyId }: NewsGroup): string {
  const team = `/team-dashboard/${teamId}`;
  if (kind === "joined") return team;
  if (kind === "subject") return `${team}?date=${date}&show=subject`;
  return `${team}?date=${date}${onlyId === null ? "" : `&article=${onlyId}`}`;
}
