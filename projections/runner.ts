import { randomUUID } from "node:crypto";
import type { StoreAndPool } from "./building/build.ts";
import type { AnyProjection } from "./projection.ts";
import { reasonOf } from "./projector/apply.ts";
import { StaleCheckpoint } from "./projector/checkpoints.ts";
import { followLog, type Moved } from "./projector/follow-log.ts";
import { acquireLease, endFrozen, releaseLease, renewLease } from "./projector/lease.ts";
import { createStatusBoard, type ProjectorLog, type ProjectorStatus } from "./projector/status.ts";
import { backoff, pause } from "./projector/waiting.ts";
import { readModels } from "./read-models.ts";

/** Milliseconds. Together they let another process take over within 10 s. */
export const projectorTiming = { lease: 9000, renew: 3000, standby: 500 };

interface ProjectorOptions extends StoreAndPool {
  readonly projections?: readonly AnyProjection[];
  readonly log: ProjectorLog;
  readonly onMoved?: Moved;
  readonly timing?: typeof projectorTiming;
}

export interface Projector {
  /** Returns immediately; the work continues until `stop`. */
  start(): void;
  /** Resolves after the current batch and releases the lease. */
  stop(): Promise<void>;
  status(): ProjectorStatus;
}

/**
 * Keeps the read models up to date with the event log. Of all processes that run a projector, one is active; the others
 * are on standby. Each event is applied exactly once, whichever process dies.
 */
export function createProjector(options: ProjectorOptions): Projector {
  const { projections = readModels, log, onMoved, timing = projectorTiming, ...tools } = options;
  const { pool } = tools;
  const owner = randomUUID();
  const board = createStatusBoard(projections);
  let ending = new AbortController();
  let work: Promise<void> | undefined;

  async function run(stopping: AbortSignal): Promise<void> {
    board.role = "standby";
    for (let attempt = 0; !stopping.aborted; ) {
      try {
        const fence = await acquireLease(pool, owner, timing.lease);
        if (fence === undefined) await pause(timing.standby, stopping);
        else await lead(fence, stopping);
        attempt = 0;
      } catch (error) {
        log({
          level: "warn",
          message: "the projector failed, retrying",
          reason: reasonOf(error),
        });
        await pause(backoff(attempt), stopping);
        attempt += 1;
      }
    }
    board.role = "off";
  }

  /** Works until the lease is lost or the process stops. */
  async function lead(fence: number, stopping: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping, lost.signal]);
    const renewal = keepLease(fence, signal, () => lost.abort());
    board.role = "active";
    log({ level: "info", message: "this process writes the read models now" });
    try {
      await endFrozen(pool, timing.lease / 2);
      while (!signal.aborted) {
        try {
          await followLog({ ...tools, projections, fence, log, board, onMoved, signal });
        } catch (error) {
          if (!(error instanceof StaleCheckpoint)) throw error;
          if (!(await renewLease(pool, fence, timing.lease))) lost.abort();
        }
      }
    } finally {
      lost.abort();
      await renewal;
      board.role = "standby";
      board.clear();
      log({ level: "info", message: "this process no longer writes the read models" });
      await releaseLease(pool, fence).catch(() => {});
    }
  }

  async function keepLease(fence: number, signal: AbortSignal, lose: () => void): Promise<void> {
    let heldUntil = performance.now() + timing.lease;
    for (await pause(timing.renew, signal); !signal.aborted; await pause(timing.renew, signal)) {
      try {
        const requestedAt = performance.now();
        if (!(await renewLease(pool, fence, timing.lease))) return lose();
        heldUntil = requestedAt + timing.lease;
      } catch (error) {
        log({ level: "warn", message: "renewing the lease failed", reason: reasonOf(error) });
        if (performance.now() > heldUntil) return lose();
      }
    }
  }

  return {
    start() {
      if (work) return;
      ending = new AbortController();
      work = run(ending.signal);
    },
    async stop() {
      ending.abort();
      await work;
      work = undefined;
    },
    status: () => board.read(),
  };
}
