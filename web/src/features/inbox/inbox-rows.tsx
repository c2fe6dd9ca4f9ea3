import { useId } from "react";
import type { Notification } from "#contracts/inbox/api";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { byDay } from "./inbox-days.ts";
import styles from "./inbox-rows.module.css";
import { NotificationRow } from "./notification-row.tsx";
import { useArrivedRows, useNow } from "./use-rows.ts";

/** Notifications under `오늘`, `어제` and `이전`; those that arrive while the list is shown are highlighted for a moment. */
export function InboxRows({
  scope,
  rows,
  onRead,
}: {
  /** The shown filter: rows of another one do not count as arrived. */
  scope: string;
  rows: readonly Notification[];
  onRead: ((one: Notification) => unknown) | undefined;
}) {
  const id = useId();
  const now = useNow();
  const arrived = useArrivedRows(scope, rows);
  return byDay(rows, now).map(({ day, rows: ofDay }) => (
    <section key={day} aria-labelledby={id + day} className={styles.day}>
      <h2 id={id + day}>{day}</h2>
      <ul className={cx(cardClass({ card: true }), styles.list)}>
        {ofDay.map((one) => (
          <NotificationRow
            key={one.notificationId}
            one={one}
            now={now}
            isNew={arrived.has(String(one.number))}
            onRead={onRead && (() => onRead(one))}
          />
        ))}
      </ul>
    </section>
  ));
}
