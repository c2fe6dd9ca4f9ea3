import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { commandOf, numbered } from "#tests/commands";
import { type TestDatabase, testDatabase } from "#tests/database";
import { killedWhileAppending } from "#tests/killed-while-appending";

let database: TestDatabase<unknown>;
let store: PostgresEventStore;
beforeAll(async () => {
  database = await testDatabase({ max: 20 });
  store = postgresEventStore(database.pool);
});
afterAll(async () => {
  await store.close();
  await database.close();
});

describe("T6 a process killed while it appends", () => {
  it("loses nothing it was answered and doubles nothing that is repeated with the same ids", async () => {
    const settings = { LOG_URL: database.url };
    const runs = [await killedWhileAppending(settings), await killedWhileAppending(settings)];
    const sent = runs.flatMap((run) => run.sent);
    const answered = runs.flatMap((run) => run.answered);
    const stored = async () => {
      const { rows } = await database.pool.query<{ id: string }>(
        "SELECT meta->>'commandId' AS id FROM events WHERE type = 'Burst'",
      );
      return rows.map(({ id }) => id).sort();
    };
    const survivors = new Set(await stored());
    expect(answered.filter((id) => !survivors.has(id))).toEqual([]);
    const repeated = sent.map((commandId) =>
      store.append(`burst-${commandId}`, [numbered(0, "Burst")], -1, commandOf({ commandId })),
    );
    await Promise.all(repeated);
    expect(await stored()).toEqual(sent.sort());
  });
});
