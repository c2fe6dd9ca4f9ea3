import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { EventStore, RecordedEvent } from "../event-store/event-store.ts";

const firstRetryMs = 100;
const lastRetryMs = 5000;

/** Calls back for every event from now on, in log order, over faults of the store; nothing is left out. */
export function follow(
  store: EventStore,
  onEvent: (event: RecordedEvent) => void,
  onFault: (error: unknown) => void,
): { readonly ready: Promise<void>; stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let at: string | undefined;
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });

  async function run(): Promise<void> {
    for (let retryMs = firstRetryMs; !signal.aborted; retryMs = Math.min(retryMs * 2, lastRetryMs)) {
      try {
        at ??= await store.head();
        isReady();
        for await (const batch of store.subscribe(at, signal)) {
          // The read models go first: people wait for them.
          await turn();
          if (signal.aborted) return;
          for (const event of batch.events) onEvent(event);
          at = batch.checkpoint;
          retryMs = firstRetryMs;
        }
      } catch (error) {
        if (!signal.aborted) onFault(error);
      }
      await pause(retryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return {
    ready,
    async stop() {
      stopping.abort();
      isReady();
      await running;
    },
  };
}
