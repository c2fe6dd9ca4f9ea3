import { readModels } from "#projections/read-models";
import { openStorage } from "#services/app/storage";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { verifyReadModel } from "#tests/support/verify-read-model";

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
    const { store, database } = storage;
    // Every read model reads the same pages of a log that has stopped growing: the first ones are kept.
    const pages = new Map<string, ReturnType<typeof store.readAll>>();
    const readAll: typeof store.readAll = (after, limit) => {
      const page = pages.get(after) ?? store.readAll(after, limit);
      if (pages.size < 10) pages.set(after, page);
      return page;
    };
    const found = [];
    for (const projection of readModels)
      found.push(await verifyReadModel({ store: { ...store, readAll }, pool: database.pool, projection }));
    return found.filter(({ differing }) => differing > 0);
  } finally {
    await storage.close();
  }
}
