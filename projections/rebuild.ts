import { type BuildTools, beginBuild, fillBuild, swapIn } from "./build.ts";
import { readModelRows } from "./checkpoints.ts";
import { backoff, pause } from "./waiting.ts";

export interface RebuildProgress {
  readonly name: string;
  /** Events taken in, those of an earlier attempt included. */
  readonly done: number;
  /** Events that the serving table holds. */
  readonly total: number;
  /** Events per second of this attempt. */
  readonly perSecond: number;
}

export interface RebuildOptions {
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Builds a read model anew from the start of the log while the present table serves and moves on, then swaps it in
 * exactly where that one stands. A rebuild that broke off goes on where it was.
 * @throws BuildInProgress | PoisonedBuild
 */
export async function rebuildReadModel(tools: BuildTools, options: RebuildOptions = {}): Promise<void> {
  const { name, version } = tools.projection;
  const serving = await servingRow(tools);
  const exactAt = serving.version === version ? serving.checkpoint : undefined;
  const build = await beginBuild(tools, exactAt);
  const [startedAt, startedWith] = [performance.now(), build.events];
  let total = serving.events;
  const report = () =>
    options.onProgress?.({
      name,
      done: build.events,
      total: Math.max(total, build.events),
      perSecond: Math.round(((build.events - startedWith) * 1000) / (performance.now() - startedAt)),
    });
  report();
  for (let attempt = 0; ; attempt += 1) {
    const target = async () => {
      const row = await servingRow(tools);
      total = row.events;
      return row.checkpoint;
    };
    await fillBuild(tools, build, target, { ...options, onBatch: report });
    try {
      await swapIn(tools, build);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || attempt === swapAttempts) throw error;
      await pause(backoff(attempt), options.signal);
    }
  }
}

const swapAttempts = 30;

/** Readers held the serving table for too long. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "55P03";

async function servingRow({ pool, projection }: BuildTools) {
  const row = (await readModelRows(pool)).find(({ name }) => name === projection.name);
  if (!row) throw new Error(`${projection.name} has no table yet: start the system first`);
  return row;
}
