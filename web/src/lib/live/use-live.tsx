import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";
import type { GoneCode, View } from "#contracts/live";
import { retryOnNoAnswer } from "../calls/query-client.ts";
import { renew } from "../calls/renewal.ts";
import { currentToken, endSession, memberOf, onSessionChange } from "../session.ts";
import { onAnswer } from "./checkpoint.ts";
import { Live } from "./live.ts";
import { presenceKey, refreshOnLive, watchQueries } from "./live-cache.ts";
import type { LiveOptions, LiveState } from "./live-options.ts";

type GoneListener = (view: View, key: string, code: GoneCode) => void;

interface LiveLink {
  readonly live: Pick<Live, "subscribe" | "start" | "stop">;
  readonly state: () => LiveState;
  readonly onState: (listener: () => void) => () => void;
  readonly onGone: (listener: GoneListener) => () => void;
}

/** Without a provider nothing is watched and pages show what they fetched. */
const unconnected: LiveLink = {
  live: { subscribe: () => () => {}, start: () => {}, stop: () => {} },
  state: () => "closed",
  onState: () => () => {},
  onGone: () => () => {},
};
const LinkContext = createContext<LiveLink>(unconnected);

function listeners<Args extends readonly unknown[]>() {
  const all = new Set<(...args: Args) => void>();
  return {
    add(listener: (...args: Args) => void) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    notify(...args: Args) {
      for (const listener of [...all]) listener(...args);
    },
  };
}

function renewCurrent(): Promise<void> {
  const stale = currentToken();
  return stale === null ? Promise.resolve() : renew(stale);
}

const liveUrl = () => `${location.origin.replace(/^http/, "ws")}/live`;

/** One connection for all pages: live messages refresh the query cache, logins and logouts restart it. */
export function LiveProvider({
  children,
  connection,
}: {
  children: ReactNode;
  /** Overrides `/live` of this site. */
  connection?: Pick<LiveOptions, "url" | "open" | "wakeUps" | "times">;
}) {
  const client = useQueryClient();
  const [link] = useState(() => {
    let state: LiveState = "closed";
    const states = listeners<[]>();
    const losses = listeners<[View, string, GoneCode]>();
    const live = new Live({
      url: liveUrl(),
      ...connection,
      token: currentToken,
      renew: renewCurrent,
      onRevoked: endSession,
      answers: onAnswer,
      ...refreshOnLive(client),
      onGone: losses.notify,
      onPresence: (teamId, people) => client.setQueryData(presenceKey(teamId), people),
      onState(next) {
        state = next;
        states.notify();
        // Queries that failed while the server was unreachable are fetched again: no message will name them.
        if (next === "open")
          void client.refetchQueries({
            type: "active",
            predicate: ({ state: { error } }) => retryOnNoAnswer(0, error),
          });
      },
    });
    return { live, state: () => state, onState: states.add, onGone: losses.add };
  });

  useEffect(() => {
    const { live } = link;
    let member = memberOf(currentToken());
    live.start();
    const stopWatching = watchQueries(client, live);
    const stopFollowing = onSessionChange(() => {
      const now = memberOf(currentToken());
      if (now === member) return live.wake();
      member = now;
      live.restart();
    });
    return () => {
      stopFollowing();
      stopWatching();
      live.stop();
    };
  }, [link, client]);

  return <LinkContext value={link}>{children}</LinkContext>;
}

/** Pauses the connection, for changes to which the page must not react, and resumes it. */
export function useLivePause(): { readonly pause: () => void; readonly resume: () => void } {
  const { live } = useContext(LinkContext);
  return { pause: live.stop, resume: live.start };
}

/** Whether changes currently arrive. */
export function useLiveState(): LiveState {
  const { state, onState } = useContext(LinkContext);
  return useSyncExternalStore(onState, state);
}

/**
 * Watches a channel without a query that needs it, and calls back when it cannot be watched, or not any more. Nothing
 * is watched while `key` is null.
 */
export function useLiveGone(view: View, key: string | number | null, onGone: (code: GoneCode) => void): void {
  const link = useContext(LinkContext);
  const name = key === null ? null : String(key);
  const react = useEffectEvent(onGone);
  useEffect(() => {
    if (name === null) return;
    const unsubscribe = link.live.subscribe(view, name);
    const stop = link.onGone((goneView, goneKey, code) => {
      if (goneView === view && goneKey === name) react(code);
    });
    return () => {
      stop();
      unsubscribe();
    };
  }, [link, view, name]);
}
