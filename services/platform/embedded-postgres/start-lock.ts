import { readFileSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const readyWithinMs = 120_000;
const namedWithinMs = 2000;
const held = new Set<string>();

/** One starter at a time per data directory, across processes. A killed starter's lock is taken over. */
export async function lockStart(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, "starting.lock");
  const deadline = performance.now() + readyWithinMs;
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: "wx", mode: 0o600 });
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

/** Does something while nobody else starts or stops the server of a data directory. */
export async function withoutStarters<T>(dataDir: string, job: () => Promise<T>): Promise<T> {
  const release = await lockStart(dataDir);
  try {
    return await job();
  } finally {
    await release();
  }
}

/** Whether nobody is there any more who would remove it. */
async function isLeft(file: string): Promise<boolean> {
  const holder = Number(await readFile(file, "utf8").catch(() => "0"));
  if (holder > 0) return holder === process.pid ? !held.has(file) : !isRunning(holder);
  // Without a name: of somebody who is just writing it, or whom a full disk or a power cut kept from that.
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
  return Math.abs(Date.now() - mtimeMs) > namedWithinMs;
}

/** Whether a process with this number exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether it can still do anything: one that was killed goes on existing until its parent has asked for its end. */
export const isRunning = (pid: number): boolean => isAlive(pid) && !isZombie(pid);

/** Known of Linux alone: what stands behind the name in `/proc/<pid>/stat`. */
function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*\)/s, ""));
  } catch {
    return false;
  }
}
