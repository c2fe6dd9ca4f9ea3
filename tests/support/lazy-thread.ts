import { threadId } from "node:worker_threads";
import { doJobs } from "#services/platform/threads/do-jobs";

/** A thread for the specs of threads. */
doJobs({
  say: (word: unknown) => word,
  whoAmI: () => threadId,
  fail() {
    throw new TypeError("no");
  },
  die: () => process.exit(1),
  spin() {
    for (;;);
  },
});
