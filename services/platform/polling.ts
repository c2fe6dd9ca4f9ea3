interface PollingDeps {
  readonly job: () => Promise<void>;
  readonly everyMs: number;
  /** Called with the failure of a run; the next one follows as usual. */
  readonly onError: (error: unknown) => void;
}

/** Runs a job at the start and then every so often, never two runs at a time. Does not keep the process alive. */
export function createPolling({ job, everyMs, onError }: PollingDeps) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const poll = () => {
    running ??= job()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  return {
    start(): void {
      timer ??= setInterval(poll, everyMs).unref();
      poll();
    },
    /** Resolves after the present run. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
