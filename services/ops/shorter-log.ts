import { readModels } from "#projections/read-models";
import { buildToHead } from "#projections/rebuild";
import { forgetLostCommands } from "../event-store/eventstoredb/claims.ts";

import type { Context } from "./command.ts";
import { withExclusiveDatabase } from "./exclusive.ts";
import { wholeLog } from "./last-events.ts";

/**
 * Accepts a log that ends before the read models: commands missing from it can be sent again, reactors start over,
 * which is idempotent, and read models are rebuilt from it.
 */
export const acceptShorterLog = ({ config, storage, printer, signal }: Context): Promise<number> =>
  withExclusiveDatabase(config, async () => {
    const { log, store, replay, database } = await storage("exclusive");
    const { pool } = database;
    if (!(await log.isBehind?.()))
      throw new Error("The log does not end before the read models: omit --accept-shorter-log.");
    const forgotten = await forgetLostCommands(pool, wholeLog(log, signal));
    await pool.query("DELETE FROM reactors");
    // Marked as an older version, so that the next start builds what a kill leaves unbuilt.
    await pool.query("UPDATE read_model_checkpoints SET version = 0, checkpoint = $1", [log.start]);
    await buildToHead({ store, replay, pool }, readModels, { signal, onProgress: printer.progress });
    printer.line(
      { accepted: true, head: await log.head(), forgottenCommands: forgotten },
      ({ head }) =>
        `The log is taken as it is, up to ${head}; ${forgotten} commands that it lacks are forgotten.`,
    );
    return 0;
  });
