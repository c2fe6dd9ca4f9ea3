import { readModels } from "#projections/read-models";
import { verifyReadModel } from "#projections/verify";
import { openStorage } from "#services/app/storage";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";

/**
 * Differences between the serving read models and rebuilt ones.
 * @param log settings of the log, if it is not in the database
 */
export async function differencesIn(
  databaseUrl: string,
  secretKey = "a".repeat(40),
  log: NodeJS.ProcessEnv = {},
) {
  const env = { NODE_ENV: "test", DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, ...log };
  const config = readConfig(env, ["--no-demo"]);
  const storage = await openStorage(config, createLogger("silent"));
  try {
    const { store, replay, database } = storage;
    const found = [];
    for (const projection of readModels)
      found.push(await verifyReadModel({ store, replay, pool: database.pool, projection }));
    return found.filter(({ differing }) => differing > 0);
  } finally {
    await storage.close();
  }
}
