import { createProgress } from "#projections/projector/progress";
import { prepareReadModels } from "#projections/projector/schema";
import type { ProjectorLog } from "#projections/projector/status";
import { readModels } from "#projections/read-models";
import { assertNoneNewer } from "#projections/rebuild";
import { createProjector } from "#projections/runner";
import { listeningOn } from "../event-store/listening.ts";
import { leftOf } from "../event-store/time-budget.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/logging.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import { recordSpan } from "../platform/tracing.ts";
import type { Storage } from "./storage.ts";

/** The projector of this process, which takes over when no other one works, and the progress of the read models. */
export function openProjecting(config: Config, { store, replay, database: { pool } }: Storage, log: Logger) {
  const progress = createProgress({ store, pool, listening: listeningOn(pool) });
  const projector = createProjector({
    store,
    pool,
    replay,
    log: projectorLog(log),
    onMoved(checkpoint, events, began) {
      for (const { meta } of events) recordSpan("projection", meta.traceparent, began);
      progress.advanceTo(checkpoint);
    },
  });
  const shown: ReadModelProgress = {
    ...progress,
    // Within the time limit of a call (application.ts).
    waitFor: (checkpoint, ms) => progress.waitFor(checkpoint, leftOf(ms)),
  };
  return {
    progress: shown,
    roleOfProjector: () => projector.status().role,
    async start(): Promise<void> {
      await prepareReadModels(pool, readModels, store.start);
      await assertNoneNewer({ pool }, readModels);
      if (config.role !== "api") projector.start();
      await progress.start();
    },
    async close(): Promise<void> {
      await projector.stop();
      await progress.stop();
    },
  };
}

const projectorLog =
  (log: Logger): ProjectorLog =>
  ({ level, message, ...fields }) =>
    log[level]({ component: "projector", ...fields }, message);
