import { parentPort } from "node:worker_threads";
import type { Told } from "./thread.ts";

/** What the entry of a thread can do, by name (thread.ts). */
export function doJobs(jobs: Readonly<Record<string, (...given: never[]) => unknown>>): void {
  const tell = (told: Told) => parentPort?.postMessage(told);
  parentPort?.on("message", ([name, ...given]: [string, ...never[]]) => {
    try {
      tell({ result: jobs[name]?.(...given) });
    } catch (failed) {
      tell({ failed });
    }
  });
  tell({ ready: true });
}
