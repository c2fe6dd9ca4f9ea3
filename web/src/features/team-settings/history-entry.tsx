import type { RoleHistoryEntry } from "#contracts/membership/api";
import arrival from "#web/ui/arrival.module.css";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./history.module.css";
import { actionLabels, actorName, isOwnDoing, minuteOf, roleLabel, toneOf } from "./history-words.ts";

/** When, who to whom, what, from which role to which, and why. */
export const HistoryEntry = ({ entry, hasArrived }: { entry: RoleHistoryEntry; hasArrived: boolean }) => (
  <li className={cx(styles.entry, styles[toneOf(entry)], hasArrived && arrival.arrived)}>
    <time dateTime={entry.occurredAt}>{minuteOf(entry.occurredAt)}</time>
    <span className={styles.dot} aria-hidden="true" />
    <span className={styles.line}>
      {!isOwnDoing(entry) && (
        <>
          <b>{actorName(entry)}</b>
          <Icon name="arrow-right" />
        </>
      )}
      <b>{entry.target.memberName}</b>
      <span className={styles.kind}>{actionLabels[entry.action]}</span>
    </span>
    <span className={styles.roles}>
      {roleLabel(entry.before)} →{" "}
      {entry.after === "MANAGER" ? <b>{roleLabel(entry.after)}</b> : roleLabel(entry.after)}
    </span>
    {entry.reason && <p className={styles.why}>{entry.reason}</p>}
  </li>
);
