import { randomUUID } from "node:crypto";
import {
  type Build,
  type BuildTools,
  beginBuild,
  demandNoNewer,
  dropRetired,
  finishBuild,
  HeldUp,
  keepAlive,
  leaveBuilds,
  type StoreAndPool,
  swapIn,
} from "./building/build.ts";
import { fillBuilds } from "./building/fill.ts";
import type { AnyProjection } from "./projection.ts";
import { type ReadModelRow, readModelRows } from "./projector/checkpoints.ts";
import { backoff, pause } from "./projector/waiting.ts";

export interface RebuildProgress {
  /** Of the read model, or how many there are. */
  readonly name: string;
  /** Events taken in, those of an earlier attempt included. */
  readonly done: number;
  /** Events that the serving tables hold. */
  readonly total: number;
  /** Events per second of this attempt. */
  readonly perSecond: number;
}

export interface Rebuilt {
  readonly name: string;
  readonly events: number;
  /** How long readers may have had to wait at the swap (milliseconds). */
  readonly swapMs: number;
}

export interface RebuildOptions {
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly onSwap?: (rebuilt: Rebuilt) => void;
  readonly signal?: AbortSignal;
  readonly batchSize?: number;
  /** Also in the place of a table that a newer program has made: the way back to an older release. */
  readonly isStepBack?: boolean;
  /** How long complete builds wait for those who hold a table that one of them is to replace. */
  readonly patienceMs?: number;
}

/** `rebuildReadModels` for one. */
export const rebuildReadModel = ({ projection, ...tools }: BuildTools, options: RebuildOptions = {}) =>
  rebuildReadModels(tools, [projection], options);

/**
 * Builds read models anew from the start of the log, in one pass of it, while the present tables serve and move on; then
 * swaps each in exactly where that one stands. A rebuild that broke off goes on where it was. Those that meet an event
 * they cannot take in keep their serving table, as those whose table somebody holds; the others are swapped all the same.
 * @throws BuildInProgress | NewerServed | PoisonedBuild | HeldUp
 */
export async function rebuildReadModels(
  tools: StoreAndPool,
  projections: readonly AnyProjection[],
  options: RebuildOptions = {},
): Promise<void> {
  const builder = randomUUID();
  const life = keepAlive(tools.pool, builder);
  try {
    await rebuild(tools, projections, builder, options);
  } finally {
    life.stop();
    // Whatever was not swapped in may be carried on by anybody.
    await leaveBuilds(tools.pool, builder).catch(() => {});
  }
}

/** @throws NewerServed where the table of one of them is of a newer program */
export async function demandNoneNewer(
  tools: Pick<StoreAndPool, "pool">,
  projections: readonly AnyProjection[],
  isStepBack?: boolean,
): Promise<void> {
  const serving = await servingRows(tools, projections);
  for (const projection of projections)
    demandNoNewer(projection, serving.get(projection.name)?.version ?? 0, isStepBack);
}

/**
 * Builds read models up to the end of the log where no system is running that would move them: after a restore or an
 * import, when their tables stand at its start. The caller is alone on the database. Readers find the old tables until each swap.
 * @throws as rebuildReadModels
 */
export async function buildToHead(
  tools: StoreAndPool,
  projections: readonly AnyProjection[],
  options: RebuildOptions = {},
): Promise<void> {
  await demandNoneNewer(tools, projections);
  const names = projections.map(({ name }) => name);
  // Of an older version than any: the rebuild then follows the log, not the serving table.
  await tools.pool.query("UPDATE read_model_checkpoints SET version = 0 WHERE name = ANY ($1)", [names]);
  // Of somebody who was killed, since nobody else is here, and perhaps of a log that had no keys yet.
  await tools.pool.query("DELETE FROM read_model_builds WHERE name = ANY ($1)", [names]);
  await rebuildReadModels(tools, projections, options);
}

async function rebuild(
  tools: StoreAndPool,
  projections: readonly AnyProjection[],
  builder: string,
  options: RebuildOptions,
): Promise<void> {
  const { isStepBack } = options;
  await demandNoneNewer(tools, projections, isStepBack);
  let serving = await servingRows(tools, projections);
  /** Where the serving table stands; undefined when it is of an older version, which nobody moves. */
  const exactAt = ({ name, version }: AnyProjection) => {
    const row = serving.get(name);
    return row?.version === version ? row.checkpoint : undefined;
  };
  const builds: Build[] = [];
  for (const projection of projections)
    builds.push(await beginBuild({ ...tools, projection, isStepBack }, builder, exactAt(projection)));
  const report = reporter(builds, () => serving, options.onProgress);
  const fill = (unfinished: readonly Build[]) =>
    fillBuilds(
      tools,
      unfinished,
      async () => {
        serving = await servingRows(tools, projections);
        const head = await tools.store.head();
        return new Map(unfinished.map((build) => [build, exactAt(build.projection) ?? head]));
      },
      { ...options, onBatch: report },
    );
  report();
  await fill(builds);
  const sound = builds.filter((build) => !build.fault);
  for (const build of sound) await finishBuild(tools.pool, build);
  const swapped: AnyProjection[] = [];
  const heldUp: string[] = [];
  try {
    for (const [index, build] of sound.entries()) {
      const { projection } = build;
      const { name } = projection;
      const heldMs = await swapPatiently({ ...tools, projection, isStepBack }, build, {
        signal: options.signal,
        // Who holds one table for as long mostly holds the others, too.
        patienceMs: heldUp.length > 0 ? 0 : (options.patienceMs ?? usualPatienceMs),
        catchUp: () => fill(sound.slice(index)),
      });
      if (heldMs === "held up") heldUp.push(name);
      if (typeof heldMs !== "number") continue;
      swapped.push(projection);
      options.onSwap?.({ name, events: build.events, swapMs: heldMs });
    }
  } finally {
    // Once all serve, since it may take seconds.
    for (const projection of swapped) await dropRetired(tools.pool, projection);
  }
  const fault = builds.find((build) => build.fault)?.fault;
  if (fault) throw fault;
  if (heldUp.length > 0) throw new HeldUp(heldUp);
}

interface Patience {
  readonly signal: AbortSignal | undefined;
  readonly patienceMs: number;
  readonly catchUp: () => Promise<void>;
}

/** How long readers may have had to wait (milliseconds), or why the build has not taken its place. */
async function swapPatiently(
  tools: BuildTools,
  build: Build,
  { signal, patienceMs, catchUp }: Patience,
): Promise<number | "held up" | "at fault"> {
  const began = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    // What came in meanwhile, so that little is left to do while the projector waits for the swap.
    await catchUp();
    if (build.fault) return "at fault";
    try {
      return (await swapIn(tools, build)).heldMs;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() - began > patienceMs) return "held up";
      signal?.throwIfAborted();
      await pause(backoff(Math.min(attempt, 3)), signal);
    }
  }
}

const usualPatienceMs = 120_000;

/** Readers held the serving table for too long, or somebody vacuums it by hand. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "55P03";

/** Tells how far the whole set is: as far as the last of its builds. */
function reporter(
  builds: readonly Build[],
  serving: () => ReadonlyMap<string, ReadModelRow>,
  onProgress: RebuildOptions["onProgress"],
): () => void {
  const [only] = builds;
  const name = builds.length === 1 && only ? only.projection.name : `${builds.length} read models`;
  const done = () => Math.min(...builds.map(({ events }) => events));
  const [startedAt, startedWith] = [performance.now(), done()];
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
