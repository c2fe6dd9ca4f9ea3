import { parentPort } from "node:worker_threads";
import type { ThreadMessage } from "./thread.ts";

/** The jobs that the entry of a thread offers, by name (thread.ts). */
export function doJobs(jobs: Readonly<Record<string, (...given: never[]) => unknown>>): void {
  const post = (message: ThreadMessage) => parentPort?.postMessage(message);
  parentPort?.on("message", ([name, ...given]: [string, ...never[]]) => {
    try {
      post({ result: jobs[name]?.(...given) });
    } catch (failed) {
      post({ failed });
    }
  });
  post({ ready: true });
}
