import { afterAll, beforeAll, expect, it } from "vitest";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { created, joined as joinedBy } from "#tests/examples/teams";
import type { TestDatabase } from "#tests/support/database";
import { readModelDatabase } from "#tests/support/read-model-database";
import { tell } from "#tests/support/recorded";
import type { ReadModels } from "../database.ts";
import { teamDirectory } from "../team-directory.ts";
import { createBatchApplier } from "./batch-applier.ts";
import { acquireLease } from "./lease.ts";
import { prepareReadModels } from "./schema.ts";
import { createStatusBoard } from "./status.ts";

let database: TestDatabase<ReadModels>;
let store: PostgresEventStore;
beforeAll(async () => {
  database = await readModelDatabase();
  store = postgresEventStore(database.pool);
});
afterAll(async () => {
  await store.close();
  await database.close();
});

it("folds again what was folded for another position than that of a read model, so that no event counts twice", async () => {
  const projections = [teamDirectory];
  await prepareReadModels(database.pool, projections, store.start);
  const { apply, foldAhead } = createBatchApplier({
    store,
    pool: database.pool,
    fence: (await acquireLease(database.pool, "test", 60_000)) ?? 0,
    log: () => {},
    board: createStatusBoard(projections),
    signal: new AbortController().signal,
  });
  const joined = (n: number) => joinedBy(`00000000-0000-4000-8000-00000000000${n}`);
  const from = await tell(store, "team-12", created);
  const between = await tell(store, "team-12", joined(1));
  const to = await tell(store, "team-12", joined(2));
  const { events } = await store.readAll(store.start, 10);
  const model = { projection: teamDirectory, checkpoint: store.start, stopped: false };
  const ahead = foldAhead([model], { events: events.slice(1), to }, from);
  // Further than the end of the previous range, as after events that were applied one by one.
  await apply([model], { events: events.slice(0, 2), to: between }, "running");
  await apply([model], ahead, "running");
  expect(model.checkpoint).toBe(to);
  const rows = await database.kysely.selectFrom("team_directory").select("member_count").execute();
  expect(rows).toEqual([{ member_count: 3 }]);
});
