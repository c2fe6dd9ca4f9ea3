import { type ReactNode, useEffect, useRef, useState } from "react";
import { OutboxButton } from "#web/features/team/outbox/outbox-button.tsx";
import { useLiveState } from "#web/lib/live/use-live.tsx";
import { useSession } from "#web/lib/session.ts";
import { isStuck } from "#web/lib/unsent/queued-command.ts";
import { useCanStore, useOutbox } from "#web/lib/unsent/use-unsent.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import styles from "./shell.module.css";

/** A connection that is restored within this time is not reported. */
const patienceMs = 2000;

/**
 * A slim bar, shown while there is no network, while a lost live connection is being restored, and as long as the
 * outbox contains unsent texts.
 */
export function ConnectionBar() {
  const isOnline = useOnline();
  const isReconnecting = useReconnecting();
  const entries = useOutbox();
  const promise = useOfflinePromise(entries.length > 0);
  const stuck = entries.filter(isStuck).length;
  // A text that a form has just submitted is about to be sent.
  const isWaiting = entries.some(
    ({ state, command }) => command.tries > 0 && state === "waiting" && !command.isSending,
  );
  if (isOnline && !isReconnecting && stuck === 0 && !isWaiting)
    return <div role="status" aria-live="polite" />;
  return (
    <div role="status" aria-live="polite" className={styles.region}>
      <Bar>
        {!isOnline && (
          <>
            <Icon name="offline" size="small" />
            <span>{`인터넷 연결이 끊겼어요.${promise}`}</span>
          </>
        )}
        {isOnline && isReconnecting && (
          <>
            <Spinner />
            <span>서버와 다시 연결하고 있어요…</span>
          </>
        )}
        {entries.length > 0 && (
          <OutboxButton className={styles.connectionBarButton}>
            {isOnline && stuck > 0 ? `보내지 못한 글 ${stuck}` : `보낼 글 ${entries.length}`}
          </OutboxButton>
        )}
      </Bar>
    </div>
  );
}

/** Promises later sending only to members, and only if the browser stores texts. */
function useOfflinePromise(hasEntries: boolean): string {
  const { isLoggedIn } = useSession();
  const canStore = useCanStore();
  if (hasEntries) return " 쓴 글은 이 기기에 남고, 연결되면 보내요.";
  return isLoggedIn && canStore ? " 글은 쓸 수 있고, 연결되면 보내요." : "";
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <div ref={makeRoom} className={styles.connectionBar}>
      {children}
    </div>
  );
}

/** Moves other sticky elements below the bar. */
function makeRoom(bar: HTMLElement | null): void {
  document.documentElement.style.setProperty("--note-height", bar && `${bar.offsetHeight}px`);
}

/** True while a formerly open connection has been lost for a while. */
function useReconnecting(): boolean {
  const state = useLiveState();
  const wasOpen = useRef(false);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (state === "open") wasOpen.current = true;
    setLong(false);
    if (state !== "connecting" || !wasOpen.current) return;
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);
  return isLong;
}
