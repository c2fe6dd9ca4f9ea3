import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLiveState } from "#web/lib/live/use-live.tsx";
import { useOnline } from "#web/lib/use-online.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import styles from "./connection-bar.module.css";

/** A line that comes back at once is not worth a word. */
const patienceMs = 2000;

/** A slim bar that blocks nothing while there is no network, or while a lost live connection is opened again. */
export function ConnectionBar() {
  const isOnline = useOnline();
  const isReconnecting = useReconnecting();
  return (
    <div role="status" className={styles.region}>
      {!isOnline && (
        <Bar>
          <Icon name="offline" size="small" />
          인터넷 연결이 끊겼어요. 연결되면 저절로 이어집니다.
        </Bar>
      )}
      {isOnline && isReconnecting && (
        <Bar>
          <Spinner />
          서버와 다시 연결하고 있어요…
        </Bar>
      )}
    </div>
  );
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
