import { type ReactNode, useEffect, useRef, useState } from "react";
import { OutboxButton } from "#web/features/team/outbox/outbox-button.tsx";
import { useLiveState } from "#web/lib/live/use-live.tsx";
import { isStuck } from "#web/lib/outbox/entry.ts";
import { useCanKeep, useOutbox } from "#web/lib/outbox/use-outbox.ts";
import { useSession } from "#web/lib/session.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import styles from "./connection-bar.module.css";

/** A line that comes back at once is not worth a word. */
const patienceMs = 2000;

/**
 * A slim bar that blocks nothing: while there is no network, while a lost live connection is opened again, and as long as
 * texts wait here that were not sent.
 */
export function ConnectionBar() {
  const isOnline = useOnline();
  const isReconnecting = useReconnecting();
  const entries = useOutbox();
  const promise = useOfflinePromise(entries.length > 0);
  const stuck = entries.filter(isStuck).length;
  // What a form has just submitted is about to be answered.
  const isWaiting = entries.some(({ tries, state }) => tries > 0 && state.kind === "waiting");
  if (isOnline && !isReconnecting && stuck === 0 && !isWaiting) return <div role="status" />;
  return (
    <div role="status" className={styles.region}>
      <Bar>
        {!isOnline && (
          <>
            <Icon name="offline" size="small" />
            인터넷 연결이 끊겼어요.{promise}
          </>
        )}
        {isOnline && isReconnecting && (
          <>
            <Spinner />
            서버와 다시 연결하고 있어요…
          </>
        )}
        {entries.length > 0 && (
          <OutboxButton className={styles.button}>
            {isOnline && stuck > 0 ? `보내지 못한 글 ${stuck}` : `보낼 글 ${entries.length}`}
          </OutboxButton>
        )}
      </Bar>
    </div>
  );
}

/** Nothing is promised to a visitor, nor where the browser stores nothing. */
function useOfflinePromise(hasEntries: boolean): string {
  const { isLoggedIn } = useSession();
  const canKeep = useCanKeep();
  if (hasEntries) return " 쓴 글은 이 기기에 남고, 연결되면 보내요.";
  return isLoggedIn && canKeep ? " 글은 쓸 수 있고, 연결되면 보내요." : "";
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <div ref={makeRoom} className={styles.bar}>
      {children}
    </div>
  );
}

/** What else sticks below the header makes room for the bar. */
function makeRoom(bar: HTMLElement | null): void {
  document.documentElement.style.setProperty("--note-height", bar && `${bar.offsetHeight}px`);
}

/** True while a connection that once stood has been away for a while. */
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
