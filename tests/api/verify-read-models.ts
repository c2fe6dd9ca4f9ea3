import { readModels } from "#projections/read-models";
import { verifyReadModel } from "#projections/verify";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { openStorage } from "#services/storage";

/** What differs between the serving read models and ones built anew: nothing. */
export async function differencesIn(databaseUrl: string, secretKey = "a".repeat(40)) {
  const config = readConfig({ NODE_ENV: "test", DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }, [
    "--no-demo",
  ]);
  const storage = await openStorage(config, createLogger("silent"));
  try {
    const found = [];
    for (const projection of readModels)
      found.push(await verifyReadModel({ store: storage.store, pool: storage.database.pool, projection }));
    return found.filter(({ differing }) => differing > 0);
  } finally {
    await storage.close();
  }
}
