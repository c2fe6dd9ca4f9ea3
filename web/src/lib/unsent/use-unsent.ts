import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { toast } from "#web/ui/toast.tsx";
import { useLiveState } from "../live/use-live.tsx";
import { currentToken, memberOf, onSessionChange, useSession } from "../session.ts";
import { database } from "../storage/database.ts";
import { onSent, outbox } from "./device-outbox.ts";
import { unsent } from "./device-store.ts";
import { firstSubmittedFirst } from "./queued-command.ts";
import {
  isDraft,
  isInTrash,
  isQueued,
  lastDiscardedFirst,
  latestFirst,
  type PostRecord,
  type QueuedRecord,
  type UnsentRecord,
} from "./record.ts";

/** The records of a member that pass `isWanted`, a stable function, and their changes in all tabs. */
function useUnsent<R extends UnsentRecord>(
  memberId: string | null,
  isWanted: (record: UnsentRecord) => record is R,
): readonly R[] {
  const shown = useRef<readonly R[]>([]);
  const read = useCallback(() => {
    const next = unsent
      .all()
      .filter(isWanted)
      .filter((one) => one.memberId === memberId);
    const isSame =
      next.length === shown.current.length && next.every((one, index) => one === shown.current[index]);
    if (!isSame) shown.current = next;
    return shown.current;
  }, [memberId, isWanted]);
  useEffect(() => void unsent.load(), []);
  return useSyncExternalStore(unsent.subscribe, read);
}

let lastMember: string | null = null;

/** Submitted texts of the member who is, or was last, logged in in this tab, oldest first. */
export function useOutbox(): readonly QueuedRecord[] {
  const { uuid } = useSession();
  // Also for a list that is opened after the session ended.
  if (uuid !== null) lastMember = uuid;
  return [...useUnsent(uuid ?? lastMember, isQueued)].sort(firstSubmittedFirst);
}

/** The drafts of a member on this device, latest first. */
export const useDrafts = (memberId: string | null): readonly PostRecord[] =>
  [...useUnsent(memberId, isDraft)].sort(latestFirst);

/** The discarded drafts of a member under a key, latest first. */
export const useTrash = (memberId: string | null, key: string): readonly PostRecord[] =>
  useUnsent(memberId, isInTrash)
    .filter((one) => one.key === key)
    .sort(lastDiscardedFirst);

/** Whether this browser can store a text until it is sent; undefined until that is known. */
export function useCanStore(): boolean | undefined {
  const [canStore, setCanStore] = useState<boolean>();
  useEffect(() => {
    database().then(
      () => setCanStore(true),
      () => setCanStore(false),
    );
  }, []);
  return canStore;
}

/**
 * Sends texts at the start, and when network, live connection, login or visibility return. Rendered once in the app.
 */
export function useOutboxRuns(): void {
  const client = useQueryClient();
  const isLive = useLiveState() === "open";
  useEffect(() => {
    if (isLive) void outbox.wake();
  }, [isLive]);
  useEffect(() => {
    void outbox.wake();
    let member = memberOf(currentToken());
    const wakeForAnother = () => {
      const now = memberOf(currentToken());
      if (now === member) return;
      member = now;
      void outbox.wake();
    };
    const stop = [onSessionChange(wakeForAnother)];
    const wake = () => void outbox.wake();
    for (const event of ["online", "focus"]) {
      window.addEventListener(event, wake);
      stop.push(() => window.removeEventListener(event, wake));
    }
    return () => {
      for (const one of stop) one();
      outbox.stop();
    };
  }, []);
  useEffect(
    () =>
      onSent(({ command: { about } }) => {
        toast.success("글쓰기를 완료했어요");
        for (const view of ["team-articles", "team-page", "team-calendar"])
          void client.invalidateQueries({ queryKey: [view, String(about.teamId)] });
      }),
    [client],
  );
}
