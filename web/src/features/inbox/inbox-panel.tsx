import { useInfiniteQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useMatch } from "react-router-dom";
import { useFailureToast } from "#web/features/team/use-failure-toast.ts";
import { Link } from "#web/lib/link.tsx";
import { isMobile } from "#web/lib/mobile.ts";
import { useSession } from "#web/lib/session.ts";
import { shownCount } from "#web/lib/tab-title.ts";
import { useNow } from "#web/lib/use-minute.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { listMove } from "#web/ui/list-keys.ts";
import { Popover } from "#web/ui/popover.tsx";
import styles from "./inbox.module.css";
import { InboxFailed, inboxFailed, NothingYet, OfflineNote, RowSkeletons } from "./inbox-states.tsx";
import { NotificationRow } from "./notification-row.tsx";
import { PushInvitation } from "./push-invitation.tsx";
import { everything, inboxListQuery } from "./queries.ts";
import { useReading } from "./use-reading.ts";
import { useArrivedRows } from "./use-rows.ts";

const shownRows = 10;

interface InboxPanelProps {
  readonly id: string;
  /** The bell. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** The newest notifications below the bell (spec/notifications.md §7). */
export function InboxPanel({ id, anchor, onClose }: InboxPanelProps) {
  const { uuid } = useSession();
  const isOnline = useOnline();
  const query = useInfiniteQuery(inboxListQuery(uuid, everything, shownRows));
  const { markRead, markAllRead } = useReading();
  const page = query.data?.pages[0];
  const arrived = useArrivedRows(uuid ?? "", page?.content);
  const now = useNow();
  // The notifications page shows the push invitation, too.
  const isOnPage = useMatch("/notifications") !== null;
  useFailureToast(page && query, inboxFailed);
  const { panel, moveByKey } = useRowFocus(page !== undefined && page.content.length > 0);
  return (
    <Popover
      ref={panel}
      id={id}
      anchor={anchor}
      align="end"
      margin={8}
      highest={624}
      role="dialog"
      aria-label="알림"
      className={styles.panel}
      onClose={onClose}
      onKeyDown={moveByKey}
    >
      <PanelHead
        unread={page?.unread.all ?? 0}
        onReadAll={isOnline ? () => void markAllRead(page?.content ?? []) : undefined}
        onFollow={onClose}
      />
      <div className={styles.panelList}>
        {!isOnline && <OfflineNote />}
        {uuid !== null && page && page.content.length > 0 && !isMobile() && !isOnPage && (
          <PushInvitation uuid={uuid} narrow />
        )}
        <ul>
          {page?.content.map((one) => (
            <NotificationRow
              key={one.notificationId}
              one={one}
              now={now}
              isNew={arrived.has(String(one.number))}
              onRead={isOnline ? () => void markRead(one) : undefined}
              onFollow={onClose}
            />
          ))}
        </ul>
        {page?.content.length === 0 && <NothingYet />}
        {!page && query.isError && <InboxFailed onRetry={() => void query.refetch()} />}
        {!page && !query.isError && <RowSkeletons />}
      </div>
      <Link to="/notifications" className={styles.panelFoot} onClick={onClose}>
        모든 알림 보기
      </Link>
    </Popover>
  );
}

function PanelHead({
  unread,
  onReadAll,
  onFollow,
}: {
  unread: number;
  onReadAll: (() => void) | undefined;
  onFollow: () => void;
}) {
  return (
    <div className={styles.panelHead}>
      <h2>알림</h2>
      {unread > 0 && (
        <span className={styles.count} role="img" aria-label={`안 읽은 알림 ${shownCount(unread)}개`}>
          {shownCount(unread)}
        </span>
      )}
      <Button look="ghost" size="small" disabled={unread === 0 || !onReadAll} onClick={onReadAll}>
        모두 읽음
      </Button>
      <Link
        to="/my-dashboard/notifications"
        className={styles.settings}
        aria-label="알림 설정"
        onClick={onFollow}
      >
        <Icon name="sliders" />
      </Link>
    </div>
  );
}

/** Focus and keys of the panel: the first row gets the focus once it is rendered. */
function useRowFocus(hasRows: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  const rowLinks = () => [...(panel.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the first rows
  useEffect(() => {
    const { activeElement } = document;
    const isInside = activeElement !== panel.current && panel.current?.contains(activeElement);
    if (!isInside) (rowLinks()[0] ?? panel.current)?.focus();
  }, [hasRows]);
  const moveByKey = (event: KeyboardEvent) => {
    const links = rowLinks();
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = links[listMove(event.key, at, links.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return { panel, moveByKey };
}
