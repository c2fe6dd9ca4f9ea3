import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** A job exceeded its limit of time or memory. */
export class TooMuchWork extends Error {
  constructor() {
    super("a job was given up: it took too long or too much memory");
    this.name = "TooMuchWork";
  }
}

/** The thread ended while the job was queued in it. */
export class ThreadLost extends Error {
  constructor(options?: ErrorOptions) {
    super("a thread ended before its time", options);
    this.name = "ThreadLost";
  }
}

interface ThreadOptions {
  /** The file `<name>.ts` in its folder, which the build puts beside the server as `<name>.js` (services/build.mjs). */
  readonly entry: { readonly name: string; readonly source: URL };
  /** Time limit of one job, without queueing; by its name where jobs differ. */
  readonly jobMs?: number | ((job: string) => number);
  /** The thread ends after this time without a job; the next job starts a new one. */
  readonly idleMs?: number;
  /** For jobs that depend on earlier ones: none runs in another thread than the one it was queued for. */
  readonly state?: {
    /** Whether the thread may end when it is idle. */
    readonly isEmpty: () => boolean;
    readonly onLost: () => void;
  };
}

/** Sent by a thread: first that it is ready, then the outcome of each job. */
export type ThreadMessage =
  | { readonly ready: true }
  | { readonly result: unknown }
  | { readonly failed: unknown };

interface Job {
  readonly message: readonly unknown[];
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs the functions that an entry gives to `doJobs` (do-jobs.ts) in a worker thread. The thread starts with its first
 * job.
 */
export function createThread(options: ThreadOptions) {
  const { entry, jobMs = 15_000, idleMs = 30_000, state } = options;
  let worker: Worker | undefined;
  let isReady = false;
  /** Jobs queued in the worker; it is running the first. */
  let jobs: Job[] = [];
  let clock: NodeJS.Timeout | undefined;
  let isClosed = false;

  const msOf = (job: Job | undefined) => (typeof jobMs === "number" ? jobMs : jobMs(String(job?.message[0])));

  function startThread(): Worker {
    const started = startWorker(entry);
    worker = started;
    isReady = false;
    started.on("message", (message: ThreadMessage) => {
      if (worker === started) receive(message);
    });
    started.on("error", (error: NodeJS.ErrnoException) => {
      if (worker === started) lose(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new TooMuchWork() : error);
    });
    started.on("exit", () => {
      if (worker === started) lose(new ThreadLost());
    });
    return started;
  }

  function receive(message: ThreadMessage): void {
    if ("ready" in message) isReady = true;
    else {
      const job = jobs.shift();
      if ("failed" in message) job?.reject(message.failed);
      else job?.resolve(message.result as never);
    }
    watch();
  }

  function watch(): void {
    clearTimeout(clock);
    clock = undefined;
    if (jobs.length > 0) {
      worker?.ref();
      // The time limit excludes loading the thread.
      if (isReady) clock = setTimeout(() => lose(new TooMuchWork()), msOf(jobs[0]));
    } else {
      worker?.unref();
      clock = setTimeout(endIfIdle, idleMs).unref();
    }
  }

  function endIfIdle(): void {
    if (state && !state.isEmpty()) return;
    void worker?.terminate();
    worker = undefined;
  }

  /**
   * The first job caused the end; jobs queued behind it run in another thread, unless they depend on the lost state.
   */
  function lose(error: unknown): void {
    clearTimeout(clock);
    void worker?.terminate();
    worker = undefined;
    const [first, ...others] = jobs;
    jobs = [];
    first?.reject(error);
    for (const job of others) {
      if (state || isClosed) job.reject(new ThreadLost({ cause: error }));
      else assign(job);
    }
    state?.onLost();
  }

  function assign(job: Job): void {
    jobs.push(job);
    (worker ?? startThread()).postMessage(job.message);
    if (jobs.length === 1) watch();
  }

  return {
    /**
     * Runs one job after the other, in the order of the calls.
     * @throws TooMuchWork, ThreadLost, errors of the job
     */
    run: <T>(job: string, ...given: readonly unknown[]) =>
      new Promise<T>((resolve, reject) => {
        if (isClosed) reject(new ThreadLost());
        else assign({ message: [job, ...given], resolve, reject });
      }),
    /** Queued jobs are lost. */
    async close(): Promise<void> {
      isClosed = true;
      const ending = worker?.terminate();
      if (jobs.length > 0) lose(new ThreadLost());
      clearTimeout(clock);
      worker = undefined;
      await ending;
    },
  };
}

const resourceLimits = { maxOldGenerationSizeMb: 1024 };

function startWorker(entry: ThreadOptions["entry"]): Worker {
  const built = builtFile(entry.name);
  if (built) return new Worker(built, { resourceLimits });
  const tsx = createRequire(import.meta.url).resolve("tsx/package.json");
  const loader = new URL("dist/esm/api/index.mjs", pathToFileURL(tsx));
  const load = `import(${JSON.stringify(loader)}).then(({ register }) => {
    register();
    return import(${JSON.stringify(entry.source)});
  })`;
  return new Worker(load, { eval: true, resourceLimits });
}

/**
 * In development and in tests there is no built file, unless `npm test` has just built it (BUILT): loading a thread's
 * sources takes far longer.
 */
function builtFile(name: string): URL | undefined {
  if (import.meta.url.includes("/dist/server/")) return new URL(`./${name}.js`, import.meta.url);
  if (process.env.BUILT === undefined) return undefined;
  const built = new URL(`../../../dist/server/${name}.js`, import.meta.url);
  return existsSync(built) ? built : undefined;
}
