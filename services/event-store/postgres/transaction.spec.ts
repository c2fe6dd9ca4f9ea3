import type pg from "pg";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { Refused } from "#contracts/errors";
import { testDatabase } from "#tests/support/database";
import { openDatabase } from "../../platform/database/database.ts";
import { inTransaction } from "./transaction.ts";

const db = await testDatabase<Record<string, never>>({ migrations: [] });
afterAll(() => db.close());

const opened = () => {
  const own = openDatabase<Record<string, never>>(db.url, { max: 1 });
  onTestFinished(() => own.close());
  return own.pool;
};
const processOf = async (on: Pick<pg.ClientBase, "query">): Promise<number> =>
  (await on.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid as number;

it("a refused transaction is rolled back, and its connection stays open", async () => {
  const pool = opened();
  await pool.query("CREATE TABLE kept (n integer PRIMARY KEY)");
  const first = await processOf(pool);
  const refused = inTransaction(pool, async (client) => {
    await client.query("INSERT INTO kept VALUES (1)");
    throw new Refused("too-many-requests");
  });
  await expect(refused).rejects.toThrow(Refused);
  const twice = inTransaction(pool, (client) => client.query("INSERT INTO kept VALUES (2), (2)"));
  await expect(twice).rejects.toMatchObject({ code: "23505" });
  expect((await pool.query("SELECT n FROM kept")).rows).toEqual([]);
  expect(await processOf(pool)).toBe(first);
});

it("a connection that breaks in a transaction is replaced", async () => {
  const pool = opened();
  let first = 0;
  const broken = inTransaction(pool, async (client) => {
    first = await processOf(client);
    await client.query("SELECT pg_terminate_backend($1)", [first]);
  });
  await expect(broken).rejects.toMatchObject({ code: "57P01" });
  expect(await processOf(pool)).not.toBe(first);
});
