import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { refusals } from "#contracts/errors";
import { tableOf } from "#projections/projection";
import { readModelRows } from "#projections/projector/checkpoints";
import { readModels } from "#projections/read-models";
import { createProjector } from "#projections/runner";
import { verifyReadModels } from "#projections/verify";
import { start } from "#services/app/main";
import { lagFrom } from "#services/app/read-model-lag";
import { openStorage, type Storage } from "#services/app/storage";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { ops, settingsOf } from "../support/ops.ts";

let database: TestDatabase<unknown>;
let storage: Storage;
let events: number;

beforeAll(async () => {
  database = await testDatabase<unknown>({ migrations: [] });
  events = (await ops(database.url, "seed", "--grown", "--scale", "0.05")).lines[0].events;
  storage = await openStorage(readConfig(settingsOf(database.url)), createLogger("silent"));
}, 120_000);
afterAll(async () => {
  await storage.close();
  await database.close();
});

/** The log, and how many pages of it were read. */
function counting({ store }: Storage) {
  let pages = 0;
  const readAll: typeof store.readAll = (after, limit) => {
    pages += 1;
    return store.readAll(after, limit);
  };
  return { store: { ...store, readAll }, pages: () => pages };
}

async function pagesOfVerifying(projections: typeof readModels): Promise<number> {
  const { store, pages } = counting(storage);
  for await (const { name, differing } of verifyReadModels({ store, pool: database.pool }, projections))
    expect(differing, name).toBe(0);
  return pages();
}

it("is read once to verify all read models", async () => {
  const [first] = readModels;
  expect(await pagesOfVerifying(readModels)).toBe(await pagesOfVerifying(first ? [first] : []));
}, 60_000);

it("is built from aside by a projector with empty read models, whose lag is counted exactly and whose calls say so", async () => {
  const { pool } = database;
  const { store, log: counted } = storage;
  await pool.query(`TRUNCATE ${readModels.map(({ name }) => tableOf(name)).join(", ")}`);
  await pool.query("UPDATE read_model_checkpoints SET checkpoint = $1, events = 0", [store.start]);
  const lags = await lagFrom(counted, () => new Date())([store.start]);
  expect(lags.get(store.start)?.lagEvents).toBe(events);
  const settings = { ...settingsOf(database.url), PORT: "0", ROLE: "api" };
  const system = await start(readConfig(settings, ["--no-demo"]), { log: createLogger("silent") });
  const board = async () => {
    const response = await fetch(`${system.url.origin}/api/v1/recruitments`);
    const { message } = (await response.json()) as { message: string };
    return [response.status, message];
  };
  const { preparing } = refusals;
  await vi.waitFor(async () => expect(await board()).toEqual([preparing.status, preparing.message]));
  const said: (string | undefined)[] = [];
  const projector = createProjector({
    store,
    pool,
    replay: storage.replay,
    log: ({ message, readModel }) => {
      if (message.includes("aside")) said.push(readModel);
    },
  });
  projector.start();
  const head = await store.head();
  const isThere = async () =>
    expect((await readModelRows(pool)).map(({ checkpoint, state }) => [checkpoint, state])).toEqual(
      readModels.map(() => [head, "running"]),
    );
  await vi.waitFor(isThere);
  await vi.waitFor(async () => expect((await board())[0]).toBe(200));
  await system.close();
  await projector.stop();
  expect(said.sort()).toEqual(readModels.map(({ name }) => name).sort());
  await pagesOfVerifying(readModels);
}, 120_000);
