import { setTimeout as sleep } from "node:timers/promises";
import type { Batch, Checkpoint, RecordedEvent } from "../../event-store/event-store.ts";
import { follow } from "../../event-store/follow.ts";
import { channelIds, type LiveOptions, type LiveServerLimits, type Revocation } from "./options.ts";

/** The effect of one event on subscribers. */
interface Release {
  readonly checkpoint: Checkpoint;
  /** Channel ids without duplicates. */
  readonly names: readonly string[];
  readonly revocations: readonly Revocation[];
  /** Undefined at the end of a batch whose last events a filter left out. */
  readonly occurredAt?: string;
  readonly traceparent?: string | undefined;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

interface Waiting extends Release {
  readonly lookUp?: ReturnType<LiveOptions["lookUp"]>;
}

export type Tail = ReturnType<typeof createTail>;

interface TailOptions
  extends Pick<LiveOptions, "store" | "progress" | "touched" | "lookUp" | "revocations" | "log"> {
  readonly begin: (at: Checkpoint) => void;
  readonly release: (release: Release) => void;
  readonly limits: LiveServerLimits;
}

/**
 * Follows the log from its head and releases each event, in log order, once the read models have reached it. After an
 * error it continues from the last event it read, so no event is skipped.
 */
export function createTail(options: TailOptions) {
  const { store, progress, log, limits } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const waiting: Waiting[] = [];
  let released = store.start;
  let isRetrying = false;
  let resume: (() => void) | undefined;
  let isLookingUp = false;
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });

  function drain(): void {
    if (isLookingUp) return;
    const reached = progress.reached();
    let count = 0;
    while (count < waiting.length && store.compare(waiting[count]!.checkpoint, reached) <= 0) {
      if (waiting[count]!.lookUp) break;
      count += 1;
    }
    for (const item of waiting.splice(0, count)) emit(item);
    const [next] = waiting;
    if (next?.lookUp && store.compare(next.checkpoint, reached) <= 0) void lookUp(next, next.lookUp);
    if (waiting.length < limits.waitingEvents) resume?.();
  }

  function emit(item: Release): void {
    released = item.checkpoint;
    options.release(item);
  }

  /** Later events wait for the lookup, so that names are sent in log order. */
  async function lookUp(item: Waiting, further: NonNullable<Waiting["lookUp"]>): Promise<void> {
    isLookingUp = true;
    try {
      const found = channelIds(await further());
      waiting.shift();
      emit({ ...item, names: [...new Set([...item.names, ...found])] });
    } catch (error) {
      log.warn({ err: error, after: released }, "looking up channels of an event failed, retrying");
      await sleep(limits.retryFirstMs, undefined, { signal }).catch(() => {});
    }
    isLookingUp = false;
    if (!signal.aborted) drain();
  }

  const itemOf = (event: RecordedEvent): Waiting => ({
    checkpoint: event.checkpoint,
    names: channelIds(options.touched(event)),
    lookUp: options.lookUp(event),
    revocations: options.revocations(event),
    occurredAt: event.occurredAt,
    traceparent: event.meta.traceparent,
    readAt: Date.now(),
  });

  async function handle(batch: Batch): Promise<void> {
    // All or none: an event that cannot be read leaves the checkpoint unchanged.
    const items = batch.events.map(itemOf);
    waiting.push(...items);
    if (batch.checkpoint !== items.at(-1)?.checkpoint)
      waiting.push({ checkpoint: batch.checkpoint, names: [], revocations: [], readAt: Date.now() });
    isRetrying = false;
    drain();
    while (waiting.length >= limits.waitingEvents && !signal.aborted)
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
  }

  /** Rows that are still to come must be announced, so the slowest read model determines the start. */
  async function start(): Promise<Checkpoint> {
    const head = await store.head();
    const reached = progress.reached();
    released = store.compare(reached, head) < 0 ? reached : head;
    options.begin(released);
    isReady();
    return released;
  }

  const stopDraining = progress.onAdvance(drain);
  const running = follow(store, start, handle, {
    signal,
    retryMs: { first: limits.retryFirstMs, last: limits.retryLongestMs },
    onError(error) {
      isRetrying = true;
      log.error({ err: error, after: released }, "live feed lost the log, retrying");
    },
  });

  return {
    /** Resolves once the start checkpoint is known. */
    ready,
    /** Everything up to this checkpoint has been released. Valid once ready. */
    released: () => released,
    /** Whether reading the log or one of its events failed and is being retried. */
    isRetrying: () => isRetrying,
    /** Number of events read whose rows are not there yet. */
    waiting: () => waiting.length,
    async stop() {
      stopping.abort();
      stopDraining();
      resume?.();
      await running;
    },
  };
}
