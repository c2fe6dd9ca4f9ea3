import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { toast } from "#web/ui/toast.tsx";
import { useLiveState } from "../live/use-live.tsx";
import { currentToken, memberOf, onSessionChange, useSession } from "../session.ts";
import { database } from "../storage/database.ts";
import { followOtherTabs, onOutboxChange, onSent, outbox } from "./device-outbox.ts";
import type { OutboxEntry } from "./entry.ts";
import { outboxStore } from "./store.ts";

const none: readonly OutboxEntry[] = [];

let lastMember: string | null = null;

/** Entries of the member who is, or was last, logged in in this tab, oldest first. */
export function useOutbox(): readonly OutboxEntry[] {
  const { uuid } = useSession();
  // Also for a list that is opened after the session ended.
  if (uuid !== null) lastMember = uuid;
  const member = uuid ?? lastMember;
  const [found, setFound] = useState({ member, entries: none });
  useEffect(() => {
    if (member === null) return;
    let isOver = false;
    const read = () =>
      void outboxStore.list(member).then((entries) => {
        if (!isOver) setFound({ member, entries });
      });
    read();
    const stop = onOutboxChange(read);
    return () => {
      isOver = true;
      stop();
    };
  }, [member]);
  return found.member === member ? found.entries : none;
}

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
 * Sends entries at the start, and when network, live connection, login or visibility return. Rendered once in the app.
 */
export function useOutboxRuns(): void {
  const client = useQueryClient();
  const isLive = useLiveState() === "open";
  useEffect(() => {
    if (isLive) void outbox.wake();
  }, [isLive]);
  useEffect(() => {
    followOtherTabs();
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
      onSent(({ about: { teamId } }) => {
        toast.success("글쓰기를 완료했어요");
        for (const view of ["team-articles", "team-page", "team-calendar"])
          void client.invalidateQueries({ queryKey: [view, String(teamId)] });
      }),
    [client],
  );
}
