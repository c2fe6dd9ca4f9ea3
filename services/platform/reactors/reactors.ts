import type { BaseLogger } from "pino";
import type { Checkpoint, EventStore } from "../../event-store/event-store.ts";
import { createLane, type Lane, pause, type ReactorStatus, type ReactorTiming } from "./lane.ts";
import type { ReactorPlace, ReactorPlaces } from "./places.ts";
import type { Reactor } from "./reactor.ts";

export interface ReactorsOptions {
  readonly store: EventStore;
  readonly places: ReactorPlaces;
  readonly reactors: readonly Reactor[];
  readonly log: Pick<BaseLogger, "warn" | "error">;
  readonly timing?: Partial<ReactorTiming>;
}

export interface Reactors {
  /** Returns at once; the work goes on until `stop`. Several processes at once do no harm. */
  start(): void;
  /** Ends after the reactions in hand. */
  stop(): Promise<void>;
  /**
   * Waits until every reactor, whoever runs it, has dealt with everything up to a checkpoint, and with what those
   * reactions wrote, and so on to the end of the chain. `checkpoint` of the answer holds all of it; when the time
   * (milliseconds) runs out first, as much as was known.
   */
  waitFor(
    checkpoint: Checkpoint,
    timeoutMs: number,
  ): Promise<{ readonly isDone: boolean; readonly checkpoint: Checkpoint }>;
  /** Of the reactors that this process runs. */
  status(): ReactorStatus[];
}

const timing: ReactorTiming = { retryFirst: 100, retryLongest: 10_000, saveWithin: 250 };
const lookAgainMs = 50;
/** Links that an event may lead to, one by one. */
const longestChain = 5;

/** Runs reactors along the log: each at least once per event, in order, each at its own pace. */
export function createReactors(options: ReactorsOptions): Reactors {
  const { store, places, reactors, log } = options;
  const watchers = new Set<() => void>();
  let lanes = new Map<string, Lane>();
  let ending = new AbortController();
  let work: Promise<void> | undefined;

  const moved = () => {
    for (const watcher of [...watchers]) watcher();
  };

  async function run(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        if (lanes.size === 0) await enter();
        for await (const batch of store.subscribe(slowest(), signal)) {
          attempt = 0;
          for (const lane of lanes.values()) lane.accept(batch);
          await room(signal);
        }
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, "the reactors lost the event log, trying again");
        await pause(Math.min(5000, 100 * 2 ** attempt), signal);
      }
    }
  }

  async function enter(): Promise<void> {
    const kept = await places.all();
    const laneOptions = { store, places, log, timing: { ...timing, ...options.timing }, moved };
    lanes = new Map(
      reactors.map((reactor) => [reactor.name, createLane(reactor, kept.get(reactor.name), laneOptions)]),
    );
  }

  /** Lanes leave out what they have had, so reading anew from the slowest loses and doubles nothing. */
  function slowest(): Checkpoint {
    const all = [...lanes.values()].map((lane) => lane.place().checkpoint);
    return all.reduce(
      (least, each) => (store.compare(each, least) < 0 ? each : least),
      all[0] ?? store.start,
    );
  }

  async function room(signal: AbortSignal): Promise<void> {
    while ([...lanes.values()].some((lane) => lane.isFull()) && !signal.aborted) await nextMove(1000, signal);
  }

  /** Returns at the next move of a lane of this process, or after a while. */
  async function nextMove(ms: number, signal?: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const watcher = () => woken.abort();
    watchers.add(watcher);
    await pause(ms, signal ? AbortSignal.any([woken.signal, signal]) : woken.signal);
    watchers.delete(watcher);
  }

  /** Where a reactor is, as far as this process knows: it may run it, or another one. */
  const placesOf = (kept: ReadonlyMap<string, ReactorPlace>): ReactorPlace[] =>
    reactors.map(({ name }) => {
      const theirs = kept.get(name) ?? { checkpoint: store.start, wrote: store.start };
      const ours = lanes.get(name)?.place();
      return ours && store.compare(ours.checkpoint, theirs.checkpoint) > 0 ? ours : theirs;
    });

  return {
    start() {
      if (work) return;
      ending = new AbortController();
      work = run(ending.signal);
    },
    async stop() {
      ending.abort();
      await work;
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
      lanes = new Map();
      work = undefined;
    },
    async waitFor(checkpoint, timeoutMs) {
      const until = performance.now() + timeoutMs;
      let end = checkpoint;
      for (let links = 0; ; ) {
        const now = placesOf(await places.all());
        const isThere = now.every((place) => store.compare(place.checkpoint, end) >= 0);
        const next = now.reduce((last, { wrote }) => (store.compare(wrote, last) > 0 ? wrote : last), end);
        // Others have chains, too: on a busy day there is always something that was written last.
        if (isThere && (next === end || links === longestChain)) return { isDone: true, checkpoint: next };
        const left = until - performance.now();
        if (left <= 0) return { isDone: false, checkpoint: next };
        if (isThere) {
          end = next;
          links += 1;
        } else await nextMove(Math.min(left, lookAgainMs));
      }
    },
    status: () => [...lanes.values()].map((lane) => lane.status()),
  };
}
