import { setTimeout as pause } from "node:timers/promises";
import { until } from "#tests/support/until";

export interface Running {
  /** Exit code, null for a signal. */
  readonly ended: Promise<number | null>;
  kill(): unknown;
}

export type KeptUp = ReturnType<typeof keptUp>;

/**
 * Supervises a process as in production: restarts it whenever it ends, even if a start fails because a dependency is
 * down.
 */
export function keptUp(launch: () => Promise<Running>) {
  let running: Running | undefined;
  let isOver = false;
  /** Exit codes of unrequested ends. */
  const diedByItself: (number | null)[] = [];
  const asked = new WeakSet<Running>();
  const work = (async () => {
    while (!isOver) {
      running = await launch().catch(() => undefined);
      if (!running) {
        await pause(200);
        continue;
      }
      const one = running;
      if (isOver) end(one);
      const code = await one.ended;
      running = undefined;
      if (!asked.has(one) && code !== 0) diedByItself.push(code);
    }
  })();
  function end(one: Running): void {
    asked.add(one);
    one.kill();
  }
  return {
    diedByItself,
    isUp: () => running !== undefined,
    /** Waits until it is running, then kills it. */
    async kill() {
      const one = await until(() => {
        if (!running) throw new Error("it does not come up");
        return running;
      });
      end(one);
      await one.ended;
    },
    /** Stops it permanently. */
    async stop() {
      isOver = true;
      if (running) end(running);
      await work;
    },
  };
}
