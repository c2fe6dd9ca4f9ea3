import { afterAll, beforeAll, expect, it } from "vitest";
import { areWhole } from "#projections/projector/life";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { createMetrics } from "../platform/metrics.ts";
import { keepGauges } from "./gauges.ts";

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** The first value of the gauge that is not the one before. */
async function readable(areReadable: () => Promise<boolean>, before: number) {
  const metrics = createMetrics();
  metrics.readModelsReadable.set(before);
  const stop = keepGauges(metrics, {
    pool: database.pool,
    areReadable,
    live: () => ({ connections: 0, subscriptions: 0, pending: 0, buffered: 0 }),
    documents: () => ({ connections: 0, rooms: { draft: 0, subject: 0, team: 0 } }),
    readModels: async () => [],
    reactors: () => [],
    projector: () => "off",
  });
  const shown = async () => (await metrics.readModelsReadable.get()).values[0]?.value;
  await expect.poll(shown).not.toBe(before);
  stop();
  return shown();
}

it("shows whether read models may be read, and that none may be while nobody answers", async () => {
  const asked = () => areWhole(database.pool);
  expect(await readable(asked, 0)).toBe(1);
  await database.pool.query("UPDATE read_model_life SET whole = false");
  expect(await readable(asked, 1)).toBe(0);
  expect(await readable(() => Promise.reject(new Error("away")), 1)).toBe(0);
});
