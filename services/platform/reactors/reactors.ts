import { EventEmitter, once } from "node:events";
import type { Checkpoint } from "../../event-store/event-store.ts";
import { leftOf } from "../../event-store/time-budget.ts";
import type { ReactorPosition } from "./positions.ts";
import type { Reactor } from "./reactor.ts";
import {
  type ReactorDeps,
  type ReactorStatus,
  type ReactorTiming,
  type RunningReactor,
  runReactor,
} from "./run-reactor.ts";

interface ReactorsOptions extends Omit<ReactorDeps, "timing" | "onMoved"> {
  readonly reactors: readonly Reactor[];
  readonly timing?: Partial<ReactorTiming>;
}

export type Reactors = ReturnType<typeof createReactors>;

const defaultTiming: ReactorTiming = { retryFirst: 100, retryLast: 10_000, saveWithin: 250 };
/** Reactors of other processes are asked for this often. */
const pollMs = 50;
/** Reactions to reactions that are waited for: on a busy day something was always appended last. */
const maxChain = 5;

/** Runs reactors along the log: each at least once per event, in order, each at its own pace. */
export function createReactors({ reactors, timing, ...options }: ReactorsOptions) {
  const { store, positions } = options;
  const moves = new EventEmitter().setMaxListeners(0);
  const deps: ReactorDeps = {
    ...options,
    timing: { ...defaultTiming, ...timing },
    onMoved: () => moves.emit("moved"),
  };
  let running = new Map<string, RunningReactor>();

  /** As far as this process knows: it may run the reactor itself. */
  const positionsNow = (saved: ReadonlyMap<string, ReactorPosition>): ReactorPosition[] =>
    reactors.map(({ name }) => {
      const theirs = saved.get(name) ?? { checkpoint: store.start, wrote: store.start };
      const ours = running.get(name)?.position();
      return ours && store.compare(ours.checkpoint, theirs.checkpoint) > 0 ? ours : theirs;
    });

  return {
    /** Returns at once; the work goes on until `stop`. Several processes at once do no harm. */
    start(): void {
      if (running.size === 0)
        running = new Map(reactors.map((reactor) => [reactor.name, runReactor(reactor, deps)]));
    },
    /** Ends after the reactions in hand. */
    async stop(): Promise<void> {
      await Promise.all([...running.values()].map((each) => each.stop()));
      running = new Map();
    },
    /**
     * Waits until every reactor, in whichever process, has dealt with everything up to a checkpoint, and with what those
     * reactions appended, and so on to the end of the chain. `checkpoint` of the answer holds all of it; when the time
     * (milliseconds) runs out first, as much as was known.
     */
    async waitFor(checkpoint: Checkpoint, timeoutMs: number) {
      const until = performance.now() + leftOf(timeoutMs);
      let end = checkpoint;
      for (let links = 0; ; ) {
        const now = positionsNow(await positions.all());
        const isThere = now.every((position) => store.compare(position.checkpoint, end) >= 0);
        const next = now.reduce((last, { wrote }) => (store.compare(wrote, last) > 0 ? wrote : last), end);
        if (isThere && (next === end || links === maxChain)) return { isDone: true, checkpoint: next };
        const left = until - performance.now();
        if (left <= 0) return { isDone: false, checkpoint: next };
        if (isThere) {
          end = next;
          links += 1;
        } else {
          const signal = AbortSignal.timeout(Math.ceil(Math.min(left, pollMs)));
          await once(moves, "moved", { signal }).catch(() => {});
        }
      }
    },
    /** Of the reactors that this process runs. */
    status: (): ReactorStatus[] => [...running.values()].map((each) => each.status()),
  };
}
