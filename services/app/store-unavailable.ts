import { setTimeout as pause } from "node:timers/promises";
import { type EventStore, StoreUnavailable } from "../event-store/event-store.ts";

const usualRepeatMs = 60_000;
const askAgainMs = 1000;

interface Watch {
  /** Called at once, then once a minute, and when the store is reachable. */
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
  readonly repeatMs?: number;
  readonly askMs?: number;
}

/**
 * Reports an event store beside the database that cannot be reached at the start, until it can. The process starts without
 * it, since the read models can be read (docs/decisions/operations.md).
 */
export async function reportUnavailableStore(
  store: Pick<EventStore, "head">,
  { say, signal, repeatMs = usualRepeatMs, askMs = askAgainMs }: Watch,
): Promise<void> {
  let saidAt: number | undefined;
  while (!signal.aborted) {
    const reason = await store.head().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (signal.aborted) return;
    // Other errors are reported where the store is used.
    if (!(reason instanceof StoreUnavailable)) {
      if (saidAt !== undefined && reason === undefined) say("The event store can be reached now.");
      return;
    }
    if (saidAt === undefined || performance.now() - saidAt >= repeatMs) {
      say(`${reason.message} Until then pages can be read and nothing can be written.`);
      saidAt = performance.now();
    }
    await pause(askMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
