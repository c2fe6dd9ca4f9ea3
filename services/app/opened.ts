/** A module of the process: what it opened, and how that is closed. */
interface Closing {
  close(): Promise<unknown>;
}

/** What a process has opened. Closed in reverse order, all of it, also if the start or one of the ends fails. */
export function createOpened() {
  const modules: Closing[] = [];
  return {
    keep<T extends Closing>(module: T): T {
      modules.push(module);
      return module;
    },
    /** @throws the first error of a module that could not be closed */
    async close(): Promise<void> {
      const errors: unknown[] = [];
      for (let module = modules.pop(); module; module = modules.pop())
        await module.close().catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw errors[0];
    },
  };
}

export type Opened = ReturnType<typeof createOpened>;
