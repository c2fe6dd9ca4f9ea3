import { randomUUID } from "node:crypto";
import type { Checkpoint } from "#services/event-store/event-store";
import {
  assertNoNewer,
  type Build,
  BuildInProgress,
  type BuildTools,
  beginBuild,
  dropRetired,
  finishBuild,
  keepAlive,
  leaveBuilds,
  retiredOf,
  type StoreAndPool,
} from "./building/build.ts";
import { fillBuilds } from "./building/fill.ts";
import { swapIn } from "./building/swap.ts";
import { type AnyProjection, tableOf } from "./projection.ts";
import { type ReadModelRow, readModelRows } from "./projector/checkpoints.ts";
import { isLockTimeout } from "./projector/transaction.ts";
import { backoff, pause } from "./projector/waiting.ts";

interface RebuildProgress {
  /** Name of the read model, or their number. */
  readonly name: string;
  /** Events processed, including those of an earlier attempt. */
  readonly done: number;
  /** Events that the serving tables contain. */
  readonly total: number;
  /** Events per second of this attempt. */
  readonly perSecond: number;
}

interface Rebuilt {
  readonly name: string;
  readonly events: number;
  readonly checkpoint: Checkpoint;
  /** How long readers may have had to wait for the swap (milliseconds). */
  readonly swapMs: number;
}

interface RebuildOptions {
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly onSwap?: (rebuilt: Rebuilt) => unknown;
  readonly signal?: AbortSignal;
  readonly batchSize?: number;
  /** Skips those that another process is building, unless it is building all of them. */
  readonly skipsBusy?: boolean;
  /** How long complete builds wait for transactions that hold a table to be replaced. */
  readonly lockPatienceMs?: number;
}

/** The builds are complete, but other transactions kept the tables to be replaced locked. */
export class TablesLocked extends Error {
  constructor(names: readonly string[]) {
    const [are, their] = names.length > 1 ? ["are", "their places"] : ["is", "its place"];
    const tables = names.flatMap((name) => [tableOf(name), retiredOf(name)]);
    super(
      `${names.join(", ")} ${are} built, but could not take ${their}: a transaction that was left open, or a VACUUM by hand, holds one of ${tables.join(", ")}. Once that has ended, projections rebuild ${names.join(" ")} goes on from here`,
    );
    this.name = "TablesLocked";
  }
}

/**
 * Builds read models from the start of the log in one pass, while the current tables serve and follow the log; then
 * swaps each in at the checkpoint of the serving table or, if that is of an older version, at the end of the log. An
 * abandoned build is resumed. A build with an event that it cannot handle keeps its serving table, as does one whose
 * table is locked; the others are still swapped.
 * @throws BuildInProgress | NewerServed | PoisonedBuild | TablesLocked
 */
export async function rebuildReadModels(
  tools: StoreAndPool,
  projections: readonly AnyProjection[],
  options: RebuildOptions = {},
): Promise<void> {
  const builder = randomUUID();
  const alive = keepAlive(tools.pool, builder);
  try {
    await rebuild(tools, projections, builder, options);
  } finally {
    alive.stop();
    // Any process may resume builds that were not swapped in.
    await leaveBuilds(tools.pool, builder).catch(() => {});
  }
}

/** @throws NewerServed if a table of them is of a newer program version */
export async function assertNoneNewer(
  tools: Pick<StoreAndPool, "pool">,
  projections: readonly AnyProjection[],
): Promise<void> {
  const serving = await servingRows(tools, projections);
  for (const projection of projections) assertNoNewer(projection, serving.get(projection.name)?.version ?? 0);
}

/**
 * Builds read models up to the end of the log where no running system follows it: after a restore or an import, when
 * their tables are at its start. No other process uses the database.
 * @throws as rebuildReadModels
 */
export async function buildToHead(
  tools: StoreAndPool,
  projections: readonly AnyProjection[],
  options: RebuildOptions = {},
): Promise<void> {
  await assertNoneNewer(tools, projections);
  const names = projections.map(({ name }) => name);
  // Marked as an older version: the rebuild then follows the log, not the serving table.
  await tools.pool.query("UPDATE read_model_checkpoints SET version = 0 WHERE name = ANY ($1)", [names]);
  // They belong to a process that was killed, as no other uses the database, and perhaps to a log without keys.
  await tools.pool.query("DELETE FROM read_model_builds WHERE name = ANY ($1)", [names]);
  await rebuildReadModels(tools, projections, options);
}

async function rebuild(
  tools: StoreAndPool,
  projections: readonly AnyProjection[],
  builder: string,
  options: RebuildOptions,
): Promise<void> {
  await assertNoneNewer(tools, projections);
  let serving = await servingRows(tools, projections);
  /** Checkpoint of the serving table; undefined if it is of an older version, which no process updates. */
  const exactAt = ({ name, version }: AnyProjection) => {
    const row = serving.get(name);
    return row?.version === version ? row.checkpoint : undefined;
  };
  const builds: Build[] = [];
  let busy: BuildInProgress | undefined;
  for (const projection of projections)
    try {
      builds.push(await beginBuild({ ...tools, projection }, builder, exactAt(projection)));
    } catch (error) {
      if (!options.skipsBusy || !(error instanceof BuildInProgress)) throw error;
      busy = error;
    }
  if (busy && builds.length === 0) throw busy;
  const limits = async () => {
    serving = await servingRows(tools, projections);
    const head = await tools.store.head();
    return new Map(builds.map((build) => [build, exactAt(build.projection) ?? head]));
  };
  const report = reporter(builds, () => serving, options.onProgress);
  const fill = () => fillBuilds(tools, builds.filter(isWaiting), limits, { ...options, onBatch: report });
  const swapped = new Set<Build>();
  const isWaiting = (build: Build) => !build.error && !swapped.has(build);
  report();
  await fill();
  for (const build of builds.filter(isWaiting)) await finishBuild(tools.pool, build);
  const locked: string[] = [];
  try {
    for (const build of builds.filter(isWaiting)) {
      const { projection } = build;
      const { name } = projection;
      // A transaction that holds one table for this long mostly holds the others, too.
      const patienceMs = locked.length > 0 ? 0 : (options.lockPatienceMs ?? defaultPatienceMs);
      const result = await swapPatiently({ ...tools, projection }, build, fill, patienceMs, options.signal);
      if (result === "held") locked.push(name);
      if (typeof result === "string") continue;
      swapped.add(build);
      const { checkpoint, lockedMs } = result;
      await options.onSwap?.({ name, events: build.events, checkpoint, swapMs: lockedMs });
    }
  } finally {
    // Runs after all builds serve, because it may take seconds.
    for (const { projection } of swapped) await dropRetired(tools.pool, projection);
  }
  const error = builds.find((build) => build.error)?.error;
  if (error) throw error;
  if (locked.length > 0) throw new TablesLocked(locked);
}

/** Repeats the swap after lock timeouts. */
async function swapPatiently(
  tools: BuildTools,
  build: Build,
  catchUp: () => Promise<void>,
  patienceMs: number,
  signal: AbortSignal | undefined,
) {
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    // Leaves little to do while the projector waits for the swap.
    await catchUp();
    if (build.error) return "poisoned";
    try {
      return await swapIn(tools, build);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() - startedAt > patienceMs) return "held";
      signal?.throwIfAborted();
      await pause(backoff(Math.min(attempt, 3)), signal);
    }
  }
}

const defaultPatienceMs = 120_000;

/** Reports the progress of all builds, which is that of the slowest. */
function reporter(
  builds: readonly Build[],
  serving: () => ReadonlyMap<string, ReadModelRow>,
  onProgress: RebuildOptions["onProgress"],
): () => void {
  const [only] = builds;
  const name = builds.length === 1 && only ? only.projection.name : `${builds.length} read models`;
  const done = () => Math.min(...builds.map(({ events }) => events));
  const startedAt = performance.now();
  const startedWith = done();
  return () => {
    const now = done();
    const total = Math.max(now, ...[...serving().values()].map(({ events }) => events));
    const perSecond = Math.round(((now - startedWith) * 1000) / (performance.now() - startedAt));
    onProgress?.({ name, done: now, total, perSecond });
  };
}

async function servingRows(
  { pool }: Pick<StoreAndPool, "pool">,
  projections: readonly AnyProjection[],
): Promise<Map<string, ReadModelRow>> {
  const rows = new Map((await readModelRows(pool)).map((row) => [row.name, row]));
  const missing = projections.find(({ name }) => !rows.has(name));
  if (missing) throw new Error(`${missing.name} has no table yet: start the system first`);
  return new Map(projections.map(({ name }) => [name, rows.get(name) as ReadModelRow]));
}
