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
import { createLive, type Live } from "./live.ts";
import { noteReads, refreshOnLive } from "./live-cache.ts";
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
    tell(...args: Args) {
      for (const listener of [...all]) listener(...args);
    },
  };
}

function renewCurrent(): Promise<void> {
  const stale = currentToken();
  return stale === null ? Promise.resolve() : renew(stale);
}

const liveUrl = () => `${location.origin.replace(/^http/, "ws")}/live`;

/** One connection for all pages: live messages refresh the query cache, logins and logouts begin it anew. */
export function LiveProvider({
  children,
  connection,
}: {
  children: ReactNode;
  /** Other than `/live` of this site. */
  connection?: Pick<LiveOptions, "url" | "open" | "wakeUps" | "times">;
}) {
  const client = useQueryClient();
  const [link] = useState(() => {
    let state: LiveState = "closed";
    const states = listeners<[]>();
    const losses = listeners<[View, string, GoneCode]>();
    const live = createLive({
      url: liveUrl(),
      ...connection,
      token: currentToken,
      renew: renewCurrent,
      onRevoked: endSession,
      answers: onAnswer,
      ...refreshOnLive(client),
      onGone: losses.tell,
      onState(next) {
        state = next;
        states.tell();
        // What could not be fetched while the server was away need not have changed since: no message will name it.
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
    const stopNoting = noteReads(client, live.read);
    const stopFollowing = onSessionChange(() => {
      const now = memberOf(currentToken());
      if (now === member) return live.wake();
      member = now;
      live.restart();
    });
    return () => {
      stopFollowing();
      stopNoting();
      live.stop();
    };
  }, [link, client]);

  return <LinkContext value={link}>{children}</LinkContext>;
}

/** Keeps the queries `[view, key, …]` fresh while the component is shown. Nothing is watched while `key` is null. */
export function useLive(view: View, key: string | number | null): void {
  const { live } = useContext(LinkContext);
  const name = key === null ? null : String(key);
  useEffect(() => (name === null ? undefined : live.subscribe(view, name)), [live, view, name]);
}

/** As `useLive`, for several keys of one view. */
export function useLiveAll(view: View, keys: readonly (string | number)[]): void {
  const { live } = useContext(LinkContext);
  const names = keys.join(" ");
  useEffect(() => {
    const stops = names.split(" ").map((name) => (name ? live.subscribe(view, name) : undefined));
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [live, view, names]);
}

/** Stops hearing of changes and goes on from there: for what would be told to somebody who is no more. */
export function useLivePause(): { readonly pause: () => void; readonly resume: () => void } {
  const { live } = useContext(LinkContext);
  return { pause: live.stop, resume: live.start };
}

/** Whether changes arrive at this moment. */
export function useLiveState(): LiveState {
  const { state, onState } = useContext(LinkContext);
  return useSyncExternalStore(onState, state);
}

/** Calls back when a channel that the page watches cannot be watched, or not any more. */
export function useLiveGone(view: View, key: string | number | null, onGone: (code: GoneCode) => void): void {
  const link = useContext(LinkContext);
  const name = key === null ? null : String(key);
  const tell = useEffectEvent(onGone);
  useEffect(
    () =>
      link.onGone((goneView, goneKey, code) => {
        if (goneView === view && goneKey === name) tell(code);
      }),
    [link, view, name],
  );
}
