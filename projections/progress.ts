import type pg from "pg";
import type { Checkpoint, EventStore } from "#services/event-store/event-store";
import { readModelRows, readModelsChannel } from "./checkpoints.ts";
import type { AnyProjection } from "./projection.ts";
import { readModels } from "./read-models.ts";
import { backoff, createQueue, pause } from "./waiting.ts";

export interface ProgressOptions {
  readonly store: EventStore;
  /** One of its connections is kept for listening. */
  readonly pool: pg.Pool;
  readonly projections?: readonly AnyProjection[];
  /** The safety net beside notifications (milliseconds). */
  readonly pollMs?: number;
}

/** How far the running read models have come, as seen from this process (services/platform/progress.ts). */
export interface Progress {
  reached(): Checkpoint;
  waitFor(checkpoint: Checkpoint, timeoutMs: number): Promise<boolean>;
  onAdvance(callback: () => void): () => void;
  /** Every running read model has come so far, says who has just written them in this process: nothing need be looked up. */
  told(checkpoint: Checkpoint): void;
  /** Resolves after the first look. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createProgress(options: ProgressOptions): Progress {
  const { store, pool, projections = readModels, pollMs = 1000 } = options;
  const names = new Set<string>(projections.map(({ name }) => name));
  const callbacks = new Set<() => void>();
  const ending = new AbortController();
  const inTurn = createQueue();
  let reached = store.start;
  let isLookDue = false;
  let work: Promise<unknown> = Promise.resolve();

  /** Looks again, once however many notifications arrive meanwhile. */
  async function look(): Promise<void> {
    if (isLookDue) return;
    isLookDue = true;
    await inTurn(async () => {
      isLookDue = false;
      const least = await leastCheckpoint().catch(() => undefined);
      if (least !== undefined) moveTo(least);
    });
  }

  function moveTo(checkpoint: Checkpoint): void {
    if (store.compare(checkpoint, reached) <= 0) return;
    reached = checkpoint;
    for (const callback of [...callbacks]) callback();
  }

  async function leastCheckpoint(): Promise<Checkpoint | undefined> {
    const rows = await readModelRows(pool);
    return rows
      .filter(({ name, state }) => state === "running" && names.has(name))
      .map(({ checkpoint }) => checkpoint)
      .reduce<Checkpoint | undefined>(
        (least, each) => (least === undefined || store.compare(each, least) < 0 ? each : least),
        undefined,
      );
  }

  async function poll(): Promise<void> {
    for (; !ending.signal.aborted; await pause(pollMs, ending.signal)) await look();
  }

  async function listen(): Promise<void> {
    for (let attempt = 0; !ending.signal.aborted; attempt += 1) {
      try {
        const client = await pool.connect();
        const broken = new AbortController();
        client.on("error", () => broken.abort());
        client.on("end", () => broken.abort());
        client.on("notification", () => void look());
        try {
          await client.query(`LISTEN ${readModelsChannel}`);
          attempt = 0;
          // What was announced before listening began was missed.
          await look();
          await aborted(AbortSignal.any([ending.signal, broken.signal]));
        } finally {
          client.release(true);
        }
      } catch {
        // The poll goes on; a pool that cannot connect is reported by those who need its answers.
      }
      await pause(backoff(attempt), ending.signal);
    }
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
    told: moveTo,
    async start() {
      await look();
      work = Promise.all([poll(), listen()]);
    },
    async stop() {
      ending.abort();
      await work;
    },
  };
  return progress;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
