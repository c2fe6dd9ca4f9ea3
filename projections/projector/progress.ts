import type pg from "pg";
import { oneJobAtATime } from "#contracts/jobs";
import type { Checkpoint, EventStore } from "#services/event-store/event-store";
import type { Listening } from "#services/event-store/listening";
import type { AnyProjection } from "../projection.ts";
import { readModels } from "../read-models.ts";
import { readModelRows, readModelsChannel } from "./checkpoints.ts";
import { pause } from "./waiting.ts";

interface ProgressOptions {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly listening: Listening;
  readonly projections?: readonly AnyProjection[];
  /** Interval of polls, which cover lost notifications (milliseconds). */
  readonly pollMs?: number;
}

/** Progress of the running read models as seen from this process (services/platform/progress.ts). */
export interface Progress {
  reached(): Checkpoint;
  waitFor(checkpoint: Checkpoint, timeoutMs: number): Promise<boolean>;
  onAdvance(callback: () => void): () => void;
  /**
   * Every running read model has reached this checkpoint according to the projector of this process; no poll is needed.
   */
  advanceTo(checkpoint: Checkpoint): void;
  /** Resolves after the first poll. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createProgress(options: ProgressOptions): Progress {
  const { store, pool, listening, projections = readModels, pollMs = 1000 } = options;
  const names = new Set<string>(projections.map(({ name }) => name));
  const callbacks = new Set<() => void>();
  const ending = new AbortController();
  const inTurn = oneJobAtATime();
  let reached = store.start;
  let isPollDue = false;
  let work: Promise<unknown> = Promise.resolve();
  let stopListening = async () => {};

  /** Polls again, once for all notifications that arrive meanwhile. */
  async function poll(): Promise<void> {
    if (isPollDue) return;
    isPollDue = true;
    await inTurn(async () => {
      isPollDue = false;
      const lowest = await lowestCheckpoint().catch(() => undefined);
      if (lowest !== undefined) moveTo(lowest);
    });
  }

  function moveTo(checkpoint: Checkpoint): void {
    if (store.compare(checkpoint, reached) <= 0) return;
    reached = checkpoint;
    for (const callback of [...callbacks]) callback();
  }

  async function lowestCheckpoint(): Promise<Checkpoint | undefined> {
    const rows = await readModelRows(pool);
    return rows
      .filter(({ name, state }) => state === "running" && names.has(name))
      .map(({ checkpoint }) => checkpoint)
      .reduce<Checkpoint | undefined>(
        (lowest, each) => (lowest === undefined || store.compare(each, lowest) < 0 ? each : lowest),
        undefined,
      );
  }

  async function pollRegularly(): Promise<void> {
    const wait = () => pause(pollMs, ending.signal);
    for (await wait(); !ending.signal.aborted; await wait()) await poll();
  }

  const progress: Progress = {
    reached: () => reached,
    onAdvance(callback) {
      const own = () => callback();
      callbacks.add(own);
      return () => callbacks.delete(own);
    },
    waitFor(checkpoint, timeoutMs) {
      const isThere = () => store.compare(reached, checkpoint) >= 0;
      if (isThere()) return Promise.resolve(true);
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          forget();
          resolve(isThere());
        };
        const forget = progress.onAdvance(() => isThere() && settle());
        const timer = setTimeout(settle, timeoutMs);
      });
    },
    advanceTo: moveTo,
    async start() {
      await poll();
      work = pollRegularly();
      stopListening = listening.listen(readModelsChannel, {
        // The checkpoint, if all of them share one: then no poll is needed.
        onNotification: (checkpoint) => (checkpoint === "" ? void poll() : moveTo(checkpoint)),
        onListening: () => void poll(),
      });
    },
    async stop() {
      ending.abort();
      await stopListening();
      await work;
    },
  };
  return progress;
}
