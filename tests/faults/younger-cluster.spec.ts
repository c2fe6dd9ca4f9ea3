import { describe, expect, it } from "vitest";
import { postgresEventStore } from "#services/event-store/postgres";
import { openDatabase } from "#services/platform/database/database";
import { commandOf, numbered } from "#tests/support/commands";
import { testDatabase } from "#tests/support/database";
import { ops } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { withPostgres } from "#tests/support/with-postgres";
import { figure, isLong } from "./rounds.ts";

const inFolder = ownFolder();

describe("T11 a log restored into a younger cluster", () => {
  it("returns every old event and sorts new ones after them, once a new epoch has begun", async () => {
    const own = await testDatabase();
    const restored = postgresEventStore(own.pool);
    await restored.append("old-1", [numbered(1), numbered(2)], -1, commandOf());
    expect(await restored.beginNewEpochIfRestored()).toBe(false);
    // Far in the future of this cluster, like ids of a much older one.
    await own.pool.query("UPDATE events SET txid = '123456789012'::xid8");
    expect((await restored.readAll(restored.start, 10)).events).toEqual([]);
    expect(await restored.beginNewEpochIfRestored()).toBe(true);
    expect(await restored.beginNewEpochIfRestored()).toBe(false);
    await restored.append("new-1", [numbered(3)], -1, commandOf());
    const { events } = await restored.readAll(restored.start, 10);
    expect(events.map((event) => event.data.n)).toEqual([1, 2, 3]);
    expect(await restored.head()).toBe(events[2]?.checkpoint);
    await restored.close();
    await own.close();
  });

  it("treats an event as restored from the first transaction on that this cluster has not begun", async () => {
    const own = await testDatabase({ max: 1 });
    const store = postgresEventStore(own.pool);
    await store.append("old-1", [numbered(1)], -1, commandOf());
    await store.close();
    const isRestoredWith = async (txid: string) => {
      // Its snapshot stays unchanged.
      await own.pool.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
      await own.pool.query(`UPDATE events SET txid = (${txid})::text::xid8`);
      const { rows } = await own.pool.query("SELECT begin_new_epoch_if_restored() AS begun");
      await own.pool.query("ROLLBACK");
      return rows[0]?.begun;
    };
    const next = "pg_snapshot_xmax(pg_current_snapshot())::text::bigint";
    expect(await isRestoredWith(`${next} - 1`)).toBe(false);
    expect(await isRestoredWith(next)).toBe(true);
    await own.close();
  });

  it.runIf(isLong)(
    "returns and sorts them correctly after a restore of a backup on a new server",
    async () => {
      const own = await testDatabase();
      const older = postgresEventStore(own.pool);
      // The other server has assigned fewer transaction ids.
      for (let n = 0; n < 3000; n += 1) await own.pool.query("SELECT pg_current_xact_id()");
      for (let n = 0; n < 200; n += 1) await older.append(`old-${n}`, [numbered(n)], -1, commandOf());
      await older.close();
      expect((await ops(own.url, "backup", inFolder("backup"))).code).toBe(0);
      await withPostgres(async (url) => {
        expect((await ops(url, "restore", inFolder("backup"), "--no-erasures")).code).toBe(0);
        const database = openDatabase(url);
        const younger = postgresEventStore(database.pool);
        const { rows } = await database.pool.query<{ is_younger: boolean }>(
          "SELECT pg_snapshot_xmax(pg_current_snapshot()) < min(txid::text::numeric)::text::xid8 AS is_younger FROM events",
        );
        expect(rows).toEqual([{ is_younger: true }]);
        await younger.beginNewEpochIfRestored();
        await younger.append("new-1", [numbered(200)], -1, commandOf());
        const { events } = await younger.readAll(younger.start, 1000);
        expect(events.map(({ data }) => data.n)).toEqual(Array.from({ length: 201 }, (_, n) => n));
        figure("T11", "201 events readable on a younger server, in order");
        await younger.close();
        await database.close();
      });
      await own.close();
    },
    120_000,
  );
});
