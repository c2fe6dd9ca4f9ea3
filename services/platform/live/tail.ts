import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { Batch, Checkpoint, RecordedEvent } from "../../event-store/event-store.ts";
import type { LiveOptions, Revocation, ServerLimits } from "./options.ts";

/** The effect of one event on subscribers. */
export interface Release {
  readonly checkpoint: Checkpoint;
  /** Channel ids, each once. */
  readonly names: readonly string[];
  /** Looks up further channels. */
  readonly further: (() => Promise<readonly string[]>) | undefined;
  readonly revocations: readonly Revocation[];
  /** Epoch milliseconds. */
  readonly occurredAt: number;
}

export interface Tail {
  /** Resolves once the checkpoint is known from which names are sent. */
  readonly ready: Promise<void>;
  /** Everything up to here has been released. Valid once ready. */
  released(): Checkpoint;
  /** Resolves once everything up to a checkpoint has been released, or after a time limit. */
  reaches(checkpoint: Checkpoint, timeoutMs: number): Promise<void>;
  /** `reading`, `retrying` after a fault of the store or of an event, or `stopped`. */
  state(): TailState;
  /** Events read whose rows are not there yet. */
  waiting(): number;
  stop(): Promise<void>;
}
export type TailState = "starting" | "reading" | "retrying" | "stopped";

interface TailOptions extends Pick<LiveOptions, "store" | "progress" | "revocations" | "log"> {
  readonly names: (event: RecordedEvent) => readonly string[];
  readonly further: (event: RecordedEvent) => (() => Promise<readonly string[]>) | undefined;
  readonly begin: (at: Checkpoint) => void;
  readonly release: (release: Release) => void;
  readonly limits: ServerLimits;
}

/**
 * Follows the log from its head and releases each event, in log order, once the read models have reached it. After a
 * fault it goes on from the last event it has read, so a gap in time is no gap in the log.
 */
export function createTail({
  store,
  progress,
  names,
  further,
  revocations,
  begin,
  release,
  log,
  limits,
}: TailOptions): Tail {
  const stopping = new AbortController();
  const { signal } = stopping;
  const waiting: Release[] = [];
  /** Callers of `reaches` that still wait. */
  const pendingChecks = new Set<() => void>();
  let state: TailState = "starting";
  let released = store.start;
  let read: Checkpoint | undefined;
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
      if (waiting[count]!.further) break;
      count += 1;
    }
    for (const item of waiting.splice(0, count)) emit(item);
    for (const check of [...pendingChecks]) check();
    const [next] = waiting;
    if (next?.further && store.compare(next.checkpoint, reached) <= 0) void lookUp(next, next.further);
    if (waiting.length < limits.waitingEvents) resume?.();
  }

  function reaches(checkpoint: Checkpoint, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, timeoutMs).unref();
      function done(): void {
        clearTimeout(timer);
        pendingChecks.delete(check);
        resolve();
      }
      function check(): void {
        if (store.compare(checkpoint, released) <= 0) done();
      }
      pendingChecks.add(check);
      check();
    });
  }

  function emit(item: Release): void {
    released = item.checkpoint;
    release(item);
  }

  /** Later events wait, so that names go out in log order. */
  async function lookUp(item: Release, further: () => Promise<readonly string[]>): Promise<void> {
    isLookingUp = true;
    try {
      const found = await further();
      waiting.shift();
      emit({ ...item, names: [...new Set([...item.names, ...found])] });
    } catch (error) {
      log.warn(
        { err: error, after: released },
        "looking up further channels of an event failed; trying again",
      );
      await sleep(limits.retryFirstMs, undefined, { signal }).catch(() => {});
    }
    isLookingUp = false;
    if (!signal.aborted) drain();
  }

  function accept(batch: Batch): void {
    // All or none: an event that cannot be read leaves the checkpoint where it was.
    const items = batch.events.map((event) => ({
      checkpoint: event.checkpoint,
      names: [...new Set(names(event))],
      further: further(event),
      revocations: revocations(event),
      occurredAt: Date.parse(event.occurredAt),
    }));
    waiting.push(...items);
    if (batch.checkpoint !== items.at(-1)?.checkpoint)
      waiting.push({
        checkpoint: batch.checkpoint,
        names: [],
        further: undefined,
        revocations: [],
        occurredAt: Number.NaN,
      });
    read = batch.checkpoint;
    drain();
  }

  async function capacity(): Promise<void> {
    while (waiting.length >= limits.waitingEvents && !signal.aborted)
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
  }

  /** Rows still to come must be announced, so the slowest read model decides where to begin. */
  async function startingPoint(): Promise<Checkpoint> {
    const head = await store.head();
    const reached = progress.reached();
    released = store.compare(reached, head) < 0 ? reached : head;
    begin(released);
    isReady();
    return released;
  }

  async function follow(): Promise<void> {
    read ??= await startingPoint();
    for await (const batch of store.subscribe(read, signal)) {
      state = "reading";
      // The read models go first: nothing is sent before they have advanced.
      await turn();
      if (signal.aborted) return;
      accept(batch);
      await capacity();
    }
  }

  async function run(): Promise<void> {
    let pause = limits.retryFirstMs;
    while (!signal.aborted) {
      const before = read;
      try {
        state = "reading";
        await follow();
      } catch (error) {
        if (!signal.aborted)
          log.error({ err: error, after: read }, "the live feed stopped; it will go on from there");
      }
      if (signal.aborted) return;
      state = "retrying";
      if (read !== before) pause = limits.retryFirstMs;
      await sleep(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(pause * 2, limits.retryLongestMs);
    }
  }

  const stopDraining = progress.onAdvance(drain);
  const running = run();

  return {
    ready,
    released: () => released,
    reaches,
    state: () => state,
    waiting: () => waiting.length,
    async stop() {
      stopping.abort();
      stopDraining();
      resume?.();
      await running;
      state = "stopped";
    },
  };
}
