import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isMarkedRunning, markOf, numberIn } from "./processes.ts";

const readyWithinMs = 120_000;
const namedWithinMs = 2000;
const held = new Set<string>();

/**
 * Lets one process at a time start or stop the server of a data directory. The lock of a killed process is taken over.
 */
export async function whileLocked<T>(dataDir: string, job: () => Promise<T>): Promise<T> {
  const release = await lockStart(dataDir);
  try {
    return await job();
  } finally {
    await release();
  }
}

async function lockStart(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, "starting.lock");
  const deadline = performance.now() + readyWithinMs;
  for (;;) {
    try {
      await writeFile(file, markOf(process.pid), { flag: "wx", mode: 0o600 });
      held.add(file);
      return async () => {
        held.delete(file);
        await rm(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      if (await isLeft(file)) {
        await rm(file, { force: true });
      } else if (performance.now() > deadline) throw new Error("another process is still starting it");
      else await pause(50);
    }
  }
}

/** Whether the process that holds the lock file has ended. */
async function isLeft(file: string): Promise<boolean> {
  const mark = await readFile(file, "utf8").catch(() => "");
  const holder = numberIn(mark);
  if (holder > 0) return holder === process.pid ? !held.has(file) : !isMarkedRunning(mark);
  // An empty file is just being written, or a full disk or a power failure prevented that.
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
  return Math.abs(Date.now() - mtimeMs) > namedWithinMs;
}
