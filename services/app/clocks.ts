import type pg from "pg";
import { readModelRows } from "#projections/projector/checkpoints";
import type { Checkpoint } from "../event-store/event-store.ts";
import { type Clock, type Clocks, createClocks } from "../platform/clock.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import type { ProcessContext } from "./process-context.ts";
import type { Storage } from "./storage.ts";

/** All clocks, which record facts that become true by time alone. */
export const allClocks: (storage: Storage) => readonly Clock[] = () => [];

/** Whether these read models reach a checkpoint within a time; others may have stopped. */
export const reaching =
  (store: Storage["store"], pool: pg.Pool, progress: Pick<ReadModelProgress, "waitFor">) =>
  async (readModels: readonly string[], to: Checkpoint, ms: number): Promise<boolean> => {
    await progress.waitFor(to, ms);
    const rows = await readModelRows(pool);
    const reached = new Map(rows.map(({ name, checkpoint }) => [name, checkpoint]));
    return readModels.every((name) => store.compare(reached.get(name) ?? store.start, to) >= 0);
  };

/** A table that `ops replay` creates in its database: a server on that database records no due items. */
export const clocksOff = "clocks_off";

async function areOff({ database }: Storage): Promise<boolean> {
  const { rowCount } = await database.pool.query("SELECT WHERE to_regclass($1) IS NOT NULL", [clocksOff]);
  return rowCount === 1;
}

export const clocksFor = ({ config, options, now, metrics, storage, progress }: ProcessContext): Clocks => {
  const clocks = options.clocks ?? allClocks(storage);
  for (const { name } of clocks) metrics.clockFailed(name, 0);
  return createClocks({
    clocks,
    store: storage.store,
    now,
    log: options.log,
    onFailure: metrics.clockFailed,
    haveReached: reaching(storage.store, storage.database.pool, progress),
    isOff: () => areOff(storage),
    tickMs: 1000 * config.clockTickSeconds,
  });
};
