import { useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Select } from "#web/ui/select.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import styles from "./my-page.module.css";
import type { Membership } from "./queries.ts";

/** More teams than these are offered as a list. */
const mostTabs = 8;

/**
 * The member's teams, five visible at once and moved by arrows, on narrow screens in a row that scrolls sideways; many
 * teams as a list.
 */
export function TeamTabs({
  teams,
  pictures,
  chosen,
  onChoose,
}: {
  teams: readonly Membership[];
  pictures: ReadonlyMap<number, string>;
  chosen: Membership;
  onChoose: (teamId: number) => void;
}) {
  const [first, setFirst] = useState(0);
  const { start, contains, canGoBack, canGoOn } = teamWindow(first, teams.length);
  if (teams.length > mostTabs)
    return (
      <nav className={cx(styles.tabs, styles.many)} aria-label="내 팀">
        <TeamPicture teamId={chosen.teamId} src={pictures.get(chosen.teamId)} width={48} />
        <Select
          aria-label="팀"
          value={String(chosen.teamId)}
          choices={teams.map(({ teamId, teamName }) => ({ value: String(teamId), label: teamName }))}
          onPick={(teamId) => onChoose(Number(teamId))}
        />
        <span className={styles.teamTabsTotal}>모두 {teams.length}팀</span>
      </nav>
    );
  const hasArrows = teams.length > windowSize;
  return (
    <nav className={styles.tabs} aria-label="내 팀">
      {hasArrows && (
        <IconButton
          icon="left"
          label="이전 팀"
          className={styles.step}
          disabled={!canGoBack}
          onClick={() => setFirst(start - 1)}
        />
      )}
      <ul className={styles.teamTabsList}>
        {teams.map(({ teamId, teamName }, index) => (
          <li key={teamId} className={cx(!contains(index) && styles.away)}>
            <button
              type="button"
              className={styles.tab}
              aria-current={teamId === chosen.teamId || undefined}
              onClick={() => onChoose(teamId)}
            >
              <TeamPicture teamId={teamId} src={pictures.get(teamId)} width={48} />
              <span className={styles.name}>{teamName}</span>
            </button>
          </li>
        ))}
      </ul>
      {hasArrows && (
        <IconButton
          icon="right"
          label="다음 팀"
          className={styles.step}
          disabled={!canGoOn}
          onClick={() => setFirst(start + 1)}
        />
      )}
    </nav>
  );
}

/** Team tabs visible at once (spec/ui.md §21). */
const windowSize = 5;

/** The visible ones of `count` tabs: from `first` on, or from an earlier one to avoid a gap at the end. */
export function teamWindow(first: number, count: number) {
  const last = Math.max(0, count - windowSize);
  const start = Math.min(Math.max(0, first), last);
  return {
    start,
    contains: (index: number) => index >= start && index < start + windowSize,
    canGoBack: start > 0,
    canGoOn: start < last,
  };
}
