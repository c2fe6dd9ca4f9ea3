import { useRef } from "react";
import type { Notification, NotificationGroup } from "#contracts/inbox/api";
import { Link } from "#web/lib/link.tsx";
import arrival from "#web/ui/arrival.module.css";
import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./inbox.module.css";
import { inboxTime } from "./inbox-days.ts";
import { NotificationFace } from "./notification-face.tsx";

export const groupNames: Readonly<Record<NotificationGroup, string>> = {
  TEAM: "팀 활동",
  RECRUIT: "모집·신청",
  ACCOUNT: "내 계정",
};

interface NotificationRowProps {
  readonly one: Notification;
  readonly now: Date;
  readonly isNew?: boolean;
  /** Undefined while offline, when nothing can be marked as read. */
  readonly onRead: (() => void) | undefined;
  /** Called when the link navigates. */
  readonly onFollow?: () => void;
}

/** One notification: the whole row is its link, and opening it marks it as read (spec/notifications.md §7). */
export function NotificationRow({ one, now, isNew = false, onRead, onFollow }: NotificationRowProps) {
  const { isRead, link, note, group, team, occurredAt } = one;
  const row = useRef<HTMLLIElement>(null);
  const words = (
    <>
      {!isRead && <HiddenText>안 읽음. </HiddenText>}
      {one.parts.map(({ text, strong }, index) =>
        strong ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
      )}
    </>
  );
  return (
    <li ref={row} className={cx(styles.notificationRow, !isRead && styles.unread, isNew && arrival.arrived)}>
      <NotificationFace {...one} />
      {link === null ? (
        <button
          type="button"
          className={styles.notificationRowText}
          data-row
          onClick={() => {
            onRead?.();
            toast("지금은 볼 수 없는 소식이에요.");
          }}
        >
          {words}
        </button>
      ) : (
        <Link
          to={link}
          className={styles.notificationRowText}
          data-row
          onClick={() => {
            onRead?.();
            onFollow?.();
          }}
        >
          {words}
        </Link>
      )}
      {note !== null && <p className={styles.note}>{note}</p>}
      <p className={styles.meta}>
        <span>{group === "RECRUIT" || team === null ? groupNames[group] : team.teamName}</span>
        <span aria-hidden="true">·</span>
        <time dateTime={occurredAt}>{inboxTime(new Date(occurredAt), now)}</time>
      </p>
      {!isRead && (
        <span className={styles.end}>
          <button
            type="button"
            className={styles.read}
            aria-label="읽음으로 표시"
            disabled={!onRead}
            onClick={() => {
              // The button disappears: the focus moves to its row, so that navigating with keys continues there.
              row.current?.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true });
              onRead?.();
            }}
          >
            <Icon name="check" size="small" />
            읽음
          </button>
          <span className={styles.dot} aria-hidden="true" />
        </span>
      )}
    </li>
  );
}
