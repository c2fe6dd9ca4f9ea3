import type pg from "pg";
import { postingReadModels, readTeamsWithoutProblem } from "#projections/problem-queue";
import { readModelRows } from "#projections/projector/checkpoints";
import { readDueReminders, readWrittenDays, reminderReadModels } from "#projections/reminders";
import type { Checkpoint } from "../event-store/event-store.ts";
import { reminderClock } from "../inbox/reminders.ts";
import { type Clock, type Clocks, createClocks } from "../platform/clock.ts";
import { postgresIds } from "../platform/database/ids.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import { problemClock } from "../problem-queue/posting.ts";
import { postQueuedProblem } from "../subject/queued-problem.ts";
import type { ProcessContext } from "./process-context.ts";
import type { Storage } from "./storage.ts";

interface Running {
  readonly haveReached: ReturnType<typeof reaching>;
  readonly onResult: Metrics["notified"];
}
const listing: Running = { haveReached: async () => true, onResult() {} };
const reachedMs = 5000;

/** All clocks, which record facts that become true by time alone. Without `running` they only list what is due. */
export const allClocks = (
  { store, database }: Pick<Storage, "store" | "database">,
  running: Running = listing,
): readonly Clock[] => {
  const { kysely: db } = database;
  const reminders = reminderClock({
    store,
    readModels: reminderReadModels,
    dueReminders: (now) => readDueReminders(db, now),
    async writtenDays(of) {
      if (!(await running.haveReached(["team-writers"], await store.head(), reachedMs)))
        throw new Error("the read models are behind the log");
      return readWrittenDays(db, of);
    },
    onResult: running.onResult,
  });
  const problems = problemClock({
    store,
    readModels: postingReadModels,
    readDue: (now) => readTeamsWithoutProblem(db, now),
    post: postQueuedProblem(store, postgresIds(database.pool)),
  });
  return [problems, reminders as Clock];
};

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

/** Whether this database belongs to `ops replay`. */
export async function areOff({ database }: Pick<Storage, "database">): Promise<boolean> {
  const { rowCount } = await database.pool.query("SELECT WHERE to_regclass($1) IS NOT NULL", [clocksOff]);
  return rowCount === 1;
}

export const clocksFor = (
  { config, options, now, metrics, storage, progress }: ProcessContext,
  isDemoDue: () => boolean,
): Clocks => {
  const haveReached = reaching(storage.store, storage.database.pool, progress);
  const clocks = options.clocks ?? allClocks(storage, { haveReached, onResult: metrics.notified });
  for (const { name } of clocks) metrics.clockFailed(name, 0);
  return createClocks({
    clocks,
    store: storage.store,
    now,
    log: options.log,
    onFailure: metrics.clockFailed,
    haveReached,
    // Reminders among the demo's notifications would change which of them are read.
    isOff: async () => isDemoDue() || areOff(storage),
    tickMs: 1000 * config.clockTickSeconds,
  });
};
