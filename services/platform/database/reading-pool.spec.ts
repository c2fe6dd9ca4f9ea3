import type pg from "pg";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { testDatabase } from "#tests/support/database";
import { ask, askForTable } from "../../event-store/postgres/ask.ts";
import { ReadingPool } from "./reading-pool.ts";

const db = await testDatabase({ migrations: [], max: 3 });
afterAll(() => db.close());

const one = { statement: { name: "one", text: "SELECT 1" }, values: [] };
const isFit = vi.fn<(client: pg.ClientBase) => Promise<boolean>>();
beforeEach(() => void isFit.mockReset());

it("asks each connection once, and lends it from then on", async () => {
  isFit.mockResolvedValue(true);
  const pool = new ReadingPool(db.pool, isFit);
  for (let n = 0; n < 3; n += 1) {
    expect((await askForTable(pool, one)).rows).toEqual([["1"]]);
    (await pool.connect()).release();
  }
  expect(isFit).toHaveBeenCalledTimes(1);
});

it("makes those who read wait, without keeping a connection from those who write, and refuses them after a while", async () => {
  isFit.mockResolvedValue(false);
  const pool = new ReadingPool(db.pool, isFit, 200);
  const reads = Promise.allSettled(Array.from({ length: 50 }, () => askForTable(pool, one)));
  const connect = vi.spyOn(pool, "connect");
  for (let n = 0; n < 20; n += 1) expect(await ask(db.pool, one)).toEqual([["1"]]);
  for (const read of await reads)
    expect(read).toMatchObject({ status: "rejected", reason: { name: "StoreUnavailable" } });
  // Those that went together were refused together, not each once more.
  expect(connect.mock.calls.length).toBeLessThan(50);
});

it("lets all go on as soon as it is fit, and says when it cannot ask", async () => {
  isFit.mockResolvedValue(false);
  const pool = new ReadingPool(db.pool, isFit, 30_000);
  const reads = Promise.all(
    Array.from({ length: 20 }, () => pool.connect().then((client) => client.release())),
  );
  await vi.waitFor(() => expect(isFit.mock.calls.length).toBeGreaterThan(25), { timeout: 10_000 });
  isFit.mockResolvedValue(true);
  await reads;
  const fault = new Error("the line broke");
  isFit.mockRejectedValue(fault);
  await expect(askForTable(new ReadingPool(db.pool, isFit), one)).rejects.toBe(fault);
  expect(db.pool.totalCount).toBe(db.pool.idleCount);
});
