import type { Checkpoint, EventStore } from "../event-store/event-store.ts";

/** The head of the log at the first call for a time; only the last time is remembered. */
export function headsOf(store: Pick<EventStore, "head">): (time: Date) => Promise<Checkpoint> {
  let latest: { readonly time: number; readonly head: Checkpoint } | undefined;
  return async (time) => {
    if (latest?.time !== time.getTime()) latest = { time: time.getTime(), head: await store.head() };
    return latest.head;
  };
}
