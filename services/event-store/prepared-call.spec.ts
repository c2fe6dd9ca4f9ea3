import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/database";
import { callPrepared } from "./prepared-call.ts";

let database: TestDatabase<unknown>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query("CREATE TABLE taken (n integer PRIMARY KEY)");
  pool = oneConnection();
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

function oneConnection(settings: pg.PoolConfig = {}): pg.Pool {
  const own = new pg.Pool({ connectionString: database.url, max: 1, ...settings });
  own.on("connect", (client) => client.on("error", () => {}));
  return own;
}

const backend = { name: "backend", text: "SELECT pg_backend_pid()" };
const take = { name: "take", text: "INSERT INTO taken VALUES ($1) RETURNING n, NULL" };
const ownPid = async (of = pool) => Number((await callPrepared(of, backend, []))?.[0]);

it("answers with a row as texts, and prepares a statement once", async () => {
  expect(await callPrepared(pool, take, ["1"])).toEqual(["1", null]);
  expect(await callPrepared(pool, take, ["2"])).toEqual(["2", null]);
  const { rows } = await pool.query(
    "SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE name = 'take'",
  );
  expect(rows).toEqual([{ runs: "2" }]);
  expect(await callPrepared(pool, { name: "none", text: "SELECT 1 WHERE false" }, [])).toBeUndefined();
});

it("keeps the connection after values that are refused, and the statement stays prepared", async () => {
  const pid = await ownPid();
  await callPrepared(pool, take, ["3"]);
  await expect(callPrepared(pool, take, ["3"])).rejects.toMatchObject({ code: "23505" });
  expect(await callPrepared(pool, take, ["4"])).toEqual(["4", null]);
  expect(await ownPid()).toBe(pid);
});

it("prepares anew what could not be parsed", async () => {
  const later = { name: "later", text: "SELECT count(*) FROM comes_later" };
  await expect(callPrepared(pool, later, [])).rejects.toMatchObject({ code: "42P01" });
  await pool.query("CREATE TABLE comes_later ()");
  expect(await callPrepared(pool, later, [])).toEqual(["0"]);
});

it("fails with a connection that is cut meanwhile, and takes another one for the next call", async () => {
  const pid = await ownPid();
  const sleeping = callPrepared(pool, { name: "sleep", text: "SELECT pg_sleep(600)" }, []);
  const failed = expect(sleeping).rejects.toMatchObject({ code: "57P01" });
  const cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND query ~ 'pg_sleep'";
  const patience = { timeout: 30_000 };
  await expect.poll(async () => (await database.pool.query(cut, [pid])).rowCount, patience).toBe(1);
  await failed;
  expect(await ownPid()).not.toBe(pid);
});

it("ends a call that is never answered at the pool's timeout, and with it its connection", async () => {
  const hurried = oneConnection({ query_timeout: 300 });
  const pid = await ownPid(hurried);
  const holder = await database.pool.connect();
  await holder.query("BEGIN; LOCK TABLE taken");
  await expect(callPrepared(hurried, take, ["5"])).rejects.toThrow("Query read timeout");
  await holder.query("ROLLBACK");
  holder.release();
  expect(await ownPid(hurried)).not.toBe(pid);
  await hurried.end();
});
