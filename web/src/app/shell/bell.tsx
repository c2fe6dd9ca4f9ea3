import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { inboxCountQuery } from "#web/features/inbox/count-query.ts";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { useMemberInfo } from "#web/lib/member-info.ts";
import { useSession } from "#web/lib/session.ts";
import { shownCount, showUnread } from "#web/lib/tab-title.ts";
import { announce } from "#web/ui/announcer.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { usePopover } from "#web/ui/popover.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./shell.module.css";

const inboxPanel = lazyModule(() => import("#web/features/inbox/inbox-panel.tsx"));
const prepare = () => void inboxPanel.load().catch(() => undefined);

/** Shows the number of unread notifications, and the newest of them on click (spec/notifications.md §7). */
export function Bell() {
  const { uuid } = useSession();
  // Without a profile the member may not query notifications.
  const hasProfile = useMemberInfo().isSuccess;
  const { data } = useQuery(inboxCountQuery(hasProfile ? uuid : null));
  const unread = data?.unread ?? 0;
  useArrivedNote(uuid, data?.latest);
  useEffect(() => showUnread(unread), [unread]);
  useEffect(() => () => showUnread(0), []);

  useEffect(() => {
    if (!hasProfile || uuid === null || !("Notification" in window)) return;
    if (Notification.permission !== "granted") return;
    import("#web/lib/push-device.ts").then(({ renewDevice }) => renewDevice(uuid)).catch(() => undefined);
  }, [hasProfile, uuid]);

  const { isOpen, close, button, popover } = usePopover();
  const panel = useLazyModule(inboxPanel, isOpen, () => {
    close();
    toast.error("불러오지 못했어요. 다시 눌러 주세요.");
  });
  return (
    <>
      <button
        {...button}
        type="button"
        className={styles.bell}
        aria-label={unread > 0 ? `알림, 안 읽은 알림 ${shownCount(unread)}개` : "알림"}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <Icon name="bell" />
        {unread > 0 && <span className={styles.count}>{shownCount(unread)}</span>}
      </button>
      {isOpen && panel && <panel.InboxPanel {...popover} />}
    </>
  );
}

const pauseMs = 10_000;

/** Announces new notifications to screen readers, at most once in ten seconds, but not those of the first response. */
function useArrivedNote(uuid: string | null, latest: number | undefined): void {
  const [announced, setAnnounced] = useState<{ uuid: string | null; upTo: number; at: number }>();
  if (announced?.uuid !== uuid && latest !== undefined) setAnnounced({ uuid, upTo: latest, at: 0 });
  useEffect(() => {
    if (announced?.uuid !== uuid || latest === undefined || latest <= announced.upTo) return;
    const timer = setTimeout(
      () => {
        announce(`새 알림 ${latest - announced.upTo}개가 왔어요.`);
        setAnnounced({ uuid, upTo: latest, at: Date.now() });
      },
      announced.at + pauseMs - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [announced, latest, uuid]);
}
