import type { Query, QueryClient } from "@tanstack/react-query";
import { type View, views } from "#contracts/live";
import { rememberCheckpoint } from "./checkpoint.ts";
import type { Live } from "./live.ts";
import type { LiveOptions } from "./live-options.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Further channels `view/key` whose changes affect the response, which is undefined before the first one. */
      follows?: (answer: unknown) => readonly string[];
      /** The first live message causes a fetch, and all within these milliseconds after it one more, for busy channels. */
      gatherMs?: number;
      /** A fetch waits for so many milliseconds, so that a command's response and its live messages cause one. */
      settleMs?: number;
    };
  }
}

/** The members present in a team; filled by messages of the channel, not by a call. */
export const presenceKey = (teamId: number) => ["presence", teamId] as const;

const isView = (name: unknown): name is View => Object.hasOwn(views, String(name));

/** Channels `view/key` whose changes affect a query: the one its key begins with, and those in its meta. */
function channelsOf({ queryKey: [view, key], meta, state }: Query): readonly string[] {
  const further = meta?.follows?.(state.data) ?? [];
  return isView(view) ? [`${view}/${key}`, ...further] : further;
}

/**
 * Watches the channels of the active queries, and calls `read` for each query that is fetched for the first time,
 * active or not. Additions take effect immediately; removals are batched, so that a route change does not unsubscribe a
 * channel that the next page uses too. Returns a function that stops.
 */
export function watchQueries(client: QueryClient, live: Pick<Live, "read" | "subscribe">) {
  const cache = client.getQueryCache();
  const watched = new Map<string, () => void>();
  let isDropping = false;

  function watch(query: Query): void {
    if (!query.isActive()) return;
    for (const channel of channelsOf(query)) {
      if (watched.has(channel)) continue;
      const [view, key = ""] = channel.split("/");
      if (isView(view)) watched.set(channel, live.subscribe(view, key));
    }
  }
  function dropUnused(): void {
    isDropping = false;
    const used = new Set(cache.findAll({ type: "active" }).flatMap(channelsOf));
    for (const [channel, unsubscribe] of watched) {
      if (used.has(channel)) continue;
      watched.delete(channel);
      unsubscribe();
    }
  }

  for (const query of cache.getAll()) watch(query);
  const stop = cache.subscribe(({ type, query }) => {
    const [view, key] = query.queryKey;
    if (type === "added" && isView(view)) live.read(view, String(key));
    watch(query);
    if (isDropping) return;
    isDropping = true;
    queueMicrotask(dropUnused);
  });
  return () => {
    stop();
    for (const unsubscribe of watched.values()) unsubscribe();
    watched.clear();
  };
}

/** Fetches that begin after the running one of their query. */
const following = new WeakMap<Query, Promise<void>>();
const settling = new WeakMap<Query, Promise<void>>();

/** Commands of the page without a response yet. */
const commands = new Set<Promise<unknown>>();

/** Lets queries with `settleMs` wait for the response of a command, which its live messages may precede. */
export function noteCommand<T>(response: Promise<T>): Promise<T> {
  commands.add(response);
  const forget = () => void commands.delete(response);
  response.then(forget, forget);
  return response;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Fetches a query again. One that is being fetched is fetched once more afterwards: its response may precede the change,
 * and restarting each time would never end in a burst.
 */
function refresh(client: QueryClient, query: Query): Promise<void> {
  const running = query.state.fetchStatus === "idle" ? undefined : query.promise;
  if (!running) return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  let next = following.get(query);
  if (!next) {
    const afterwards = () =>
      pause(0).then(() => {
        following.delete(query);
        return refresh(client, query);
      });
    next = running.then(afterwards, afterwards);
    following.set(query, next);
  }
  return next;
}

/** Like `refresh`, with one fetch for all calls within the query's `settleMs`, and while a command is being sent. */
export function refreshSettled(client: QueryClient, query: Query): Promise<void> {
  const { settleMs } = query.meta ?? {};
  if (settleMs === undefined) return refresh(client, query);
  const settle = async () => {
    do {
      await Promise.allSettled(commands);
      await pause(settleMs);
    } while (commands.size > 0);
    settling.delete(query);
    return refresh(client, query);
  };
  const next = settling.get(query) ?? settle();
  settling.set(query, next);
  return next;
}

/** Lets live messages refresh the queries of a channel. */
export function refreshOnLive(client: QueryClient): Pick<LiveOptions, "onChanged" | "onReset"> {
  /** Queries fetched less than their `gatherMs` ago; true if a message has arrived since. */
  const recent = new WeakMap<Query, boolean>();

  function refreshSometimes(query: Query): void {
    const { gatherMs } = query.meta ?? {};
    // The fetch that is still to begin follows this message, too.
    if (settling.has(query)) return;
    if (gatherMs !== undefined && recent.has(query)) {
      recent.set(query, true);
      return;
    }
    void refreshSettled(client, query);
    if (gatherMs === undefined) return;
    recent.set(query, false);
    setTimeout(() => {
      const isChanged = recent.get(query);
      recent.delete(query);
      if (isChanged) refreshSometimes(query);
    }, gatherMs);
  }

  const refreshAll = (predicate: (query: Query) => boolean) => {
    for (const query of client.getQueryCache().findAll({ predicate })) refreshSometimes(query);
  };

  return {
    onChanged(view, key, checkpoint) {
      rememberCheckpoint(checkpoint);
      refreshAll((query) => channelsOf(query).includes(`${view}/${key}`));
    },
    onReset() {
      refreshAll(({ queryKey }) => isView(queryKey[0]));
    },
  };
}
