import { setTimeout as pause } from "node:timers/promises";
import { type EventStore, StoreUnavailable } from "../event-store/event-store.ts";

const usualRepeatMs = 60_000;
const askAgainMs = 1000;

interface Watch {
  /** Told at once and then once a minute, and when it is there. */
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
  readonly repeatMs?: number;
  readonly askMs?: number;
}

/**
 * Says of an event store beside the database that it is away when a process starts, until it is there. The process begins
 * without it, since what the read models hold can be read (docs/decisions/operations.md).
 */
export async function sayWhileStoreIsAway(
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
    // What else may be wrong with it is said by whoever needs it.
    if (!(reason instanceof StoreUnavailable)) {
      if (saidAt !== undefined && reason === undefined) say("The event store is there now.");
      return;
    }
    if (saidAt === undefined || performance.now() - saidAt >= repeatMs) {
      say(`${reason.message} Until then pages can be read and nothing can be written.`);
      saidAt = performance.now();
    }
    await pause(askMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
