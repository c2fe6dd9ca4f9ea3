import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Notification } from "#contracts/inbox/api";
import { useNow } from "#web/lib/use-minute.ts";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./inbox.module.css";
import { byDay } from "./inbox-days.ts";
import { NotificationRow } from "./notification-row.tsx";
import { useArrivedRows } from "./use-rows.ts";

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
      <div className={cx(cardClass({ card: true }), styles.rowsList)}>
        {inLists(ofDay).map((some, at) => (
          <RowList key={at} isLong={rows.length > mostRows}>
            {some.map((one) => (
              <NotificationRow
                key={one.notificationId}
                one={one}
                now={now}
                isNew={arrived.has(String(one.number))}
                onRead={onRead && (() => onRead(one))}
              />
            ))}
          </RowList>
        ))}
      </div>
    </section>
  ));
}

/** With more rows, those far from the window are removed from the document, a list at a time. */
const mostRows = 100;
const rowsPerList = 50;
/** Distance from the window at which the rows of a list are rendered. */
const near = "800px 0px";

const inLists = (rows: readonly Notification[]) =>
  Array.from({ length: Math.ceil(rows.length / rowsPerList) }, (_, at) =>
    rows.slice(at * rowsPerList, (at + 1) * rowsPerList),
  );

/** A list that is empty, with its height, while it is far from the window; but not while it has the focus. */
function RowList({ isLong, children }: { isLong: boolean; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const element = list.current;
    if (!element || !isLong) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isShown = entry?.isIntersecting || element.contains(document.activeElement);
        setHeight((before) => (isShown ? undefined : (before ?? element.offsetHeight)));
      },
      { rootMargin: near },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLong]);
  return (
    <ul ref={list} style={{ height }}>
      {height === undefined && children}
    </ul>
  );
}
