import type { Query, QueryClient } from "@tanstack/react-query";
import { type View, views } from "#contracts/live";
import { rememberCheckpoint } from "./checkpoint.ts";
import type { LiveOptions } from "./live-options.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Further channels `view/key` whose changes touch the answer, which is undefined before the first one. */
      follows?: (answer: unknown) => readonly string[];
    };
  }
}

/** Tells `read` of each query of a channel that is asked for the first time, also one that no page watches yet. */
export function noteReads(client: QueryClient, read: (view: View, key: string) => void): () => void {
  return client.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
    const view = String(queryKey[0]);
    if (type === "added" && Object.hasOwn(views, view)) read(view as View, String(queryKey[1]));
  });
}

/**
 * Lets live messages refresh the queries whose keys begin with view and key, or whose meta names them. A query that is being fetched is fetched
 * once more afterwards: its answer may be from before the change, and starting over each time would never end in a burst.
 */
export function refreshOnLive(client: QueryClient): Pick<LiveOptions, "onChanged" | "onReset"> {
  const waiting = new WeakSet<Query>();

  function refresh(query: Query): void {
    const running = query.state.fetchStatus === "idle" ? undefined : query.promise;
    if (!running) {
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      return;
    }
    if (waiting.has(query)) return;
    waiting.add(query);
    const afterwards = () =>
      setTimeout(() => {
        waiting.delete(query);
        refresh(query);
      });
    running.then(afterwards, afterwards);
  }

  const refreshAll = (predicate: (query: Query) => boolean) => {
    for (const query of client.getQueryCache().findAll({ predicate })) refresh(query);
  };

  return {
    onChanged(view, key, checkpoint) {
      rememberCheckpoint(checkpoint);
      refreshAll(
        ({ queryKey, meta, state }) =>
          (queryKey[0] === view && String(queryKey[1]) === key) ||
          meta?.follows?.(state.data).includes(`${view}/${key}`) === true,
      );
    },
    onReset() {
      refreshAll(({ queryKey }) => Object.hasOwn(views, String(queryKey[0])));
    },
  };
}
