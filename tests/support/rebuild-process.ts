import { readModels } from "#projections/read-models";
import { rebuildReadModels } from "#projections/rebuild";
import { openStorage } from "#services/app/storage";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";

/**
 * A process that rebuilds all read models, to be killed. It uses many small batches, or those of the product if its
 * argument is `usual`. Its settings are those of the server. Prints the duration of each swap (milliseconds).
 */
const { store, replay, database } = await openStorage(readConfig(process.env), createLogger("error"));
await rebuildReadModels({ store, replay, pool: database.pool }, readModels, {
  ...(process.argv[2] !== "usual" && { batchSize: 5 }),
  onSwap: ({ swapMs }) => process.stdout.write(`${swapMs}\n`),
});
process.exit(0);
