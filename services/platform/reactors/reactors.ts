import { EventEmitter, once } from "node:events";
import type { Checkpoint } from "../../event-store/event-store.ts";
import { leftOf } from "../../event-store/time-budget.ts";
import type { ReactorPosition } from "./positions.ts";
import type { Reactor } from "./reactor.ts";
import {
  type ReactorDeps,
  type ReactorStatus,
  type ReactorTiming,
  RunningReactor,
} from "./running-reactor.ts";

interface ReactorsOptions extends Omit<ReactorDeps, "timing" | "onMoved"> {
  readonly reactors: readonly Reactor[];
  readonly timing?: Partial<ReactorTiming>;
}

export type Reactors = ReturnType<typeof createReactors>;

const defaultTiming: ReactorTiming = { retryFirst: 100, retryLast: 10_000, saveWithin: 250 };
/** Interval at which positions of reactors in other processes are polled. */
const pollMs = 50;
/** Maximum of chained reactions that a wait covers; on a busy day something else is always appended last. */
const maxChain = 5;

/** Runs reactors along the log: each gets every event at least once, in order, independently of the others. */
export function createReactors({ reactors, timing, ...options }: ReactorsOptions) {
  const { store, positions } = options;
  const moves = new EventEmitter().setMaxListeners(0);
  const deps: ReactorDeps = {
    ...options,
    timing: { ...defaultTiming, ...timing },
    onMoved: () => moves.emit("moved"),
  };
  let running = new Map<string, RunningReactor>();

  /** As far as this process knows; it may run the reactor itself. */
  const positionsNow = (saved: ReadonlyMap<string, ReactorPosition>): ReactorPosition[] =>
    reactors.map(({ name }) => {
      const theirs = saved.get(name) ?? { checkpoint: store.start, wrote: store.start };
      const ours = running.get(name)?.position;
      return ours && store.compare(ours.checkpoint, theirs.checkpoint) > 0 ? ours : theirs;
    });

  return {
    /** Returns immediately; the work continues until `stop`. Several processes may run the same reactors. */
    start(): void {
      if (running.size === 0)
        running = new Map(reactors.map((reactor) => [reactor.name, new RunningReactor(reactor, deps)]));
    },
    /** Resolves after the reactions in progress. */
    async stop(): Promise<void> {
      await Promise.all([...running.values()].map((each) => each.stop()));
      running = new Map();
    },
    /**
     * Waits until every reactor, in any process, has handled everything up to a checkpoint, what these reactions
     * appended, and so on. The returned `checkpoint` covers all of it; after the time (milliseconds) it covers what was
     * known by then.
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
    /** Status of the reactors that this process runs. */
    status: (): ReactorStatus[] => [...running.values()].map((each) => each.status()),
  };
}
