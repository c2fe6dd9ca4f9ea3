import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onceEnded, runningServer, stopByPid } from "./postgres-process.ts";
import { isRunning } from "./processes.ts";
import { whileLocked } from "./start-lock.ts";

/** Identifies the process that started the server. Changed only under the lock. */
export const ownerFile = (dataDir: string) => join(dataDir, "owner.pid");

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/[.\s]+$/, "");

/** Restarts a server that died, on the same port, until it is stopped. */
export function supervise(
  first: ChildProcess,
  {
    dataDir,
    log,
    startAgain,
  }: { dataDir: string; log: (line: string) => void; startAgain: () => Promise<ChildProcess> },
) {
  let child = first;
  let isStopping = false;
  let restarting: Promise<void> | undefined;
  const restart = async () => {
    for (let waitMs = 200; !isStopping; waitMs = Math.min(2 * waitMs, 5000)) {
      await pause(waitMs);
      if (isStopping) return;
      log("the embedded PostgreSQL died and is started again");
      try {
        child = await whileLocked(dataDir, startAgain);
        return watch();
      } catch (error) {
        log(`the embedded PostgreSQL does not start again yet (${reasonOf(error)})`);
      }
    }
  };
  const watch = () =>
    onceEnded(child, () => {
      if (!isStopping) restarting = restart();
    });
  watch();
  const endWithProcess = () => {
    if (child.pid !== undefined && isRunning(child.pid)) process.kill(child.pid, "SIGINT");
  };
  process.once("exit", endWithProcess);
  return {
    async stop() {
      isStopping = true;
      process.off("exit", endWithProcess);
      // A server that is being restarted would otherwise outlive this process.
      await restarting;
      await whileLocked(dataDir, async () => {
        await rm(ownerFile(dataDir), { force: true });
        const running = await runningServer(join(dataDir, "cluster"));
        if (running) await stopByPid(running.pid);
      });
    },
  };
}
