import { setTimeout as sleep } from "node:timers/promises";
import { prepareReadModels } from "#projections/projector/schema";
import { readModels } from "#projections/read-models";
import { buildToHead } from "#projections/rebuild";
import { openStorage, type Storage } from "#services/app/storage";
import { idsNeeded, type SeedPlan, seedFacts } from "#services/ops/seed/facts";
import { reserveIds } from "#services/ops/seed/ids";
import { loadFacts } from "#services/ops/seed/load";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";

export const secretKey = "a".repeat(40);

/** Opens the system's storage on a database as its own processes do. */
export const openSeeded = (databaseUrl: string): Promise<Storage> =>
  openStorage(
    readConfig({ NODE_ENV: "test", DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }),
    createLogger("error"),
  );

/** Puts the past of some teams into the log and builds the read models. How many events. */
export async function seedAndBuild(
  { store, keys, secrets, database }: Storage,
  plan: SeedPlan,
): Promise<number> {
  const { pool } = database;
  const ids = await reserveIds(pool, idsNeeded(plan));
  const events = await loadFacts({ pool, keys }, seedFacts(plan, ids, secrets.seal("4821"), new Date()));
  await prepareReadModels(pool, readModels, store.start);
  await buildToHead({ store, pool }, readModels);
  await pool.query("ANALYZE");
  return events;
}

/** Waits until the reactors of a server have been through the log: a seed is old news to nobody but them. */
export async function settled(origin: string, { store }: Storage): Promise<void> {
  const head = await store.head();
  for (;;) {
    const response = await fetch(`${origin}/health/ready`);
    const { reactors } = (await response.json()) as { reactors: readonly { checkpoint: string }[] };
    if (reactors.every(({ checkpoint }) => store.compare(checkpoint, head) >= 0)) return;
    await sleep(100);
  }
}
