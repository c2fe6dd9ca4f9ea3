import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { type Call, callPrepared } from "./call.ts";

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
  // A connection that is being closed may still report that its database is dropped.
  own.on("error", () => {});
  return own;
}

const call = (name: string, text: string): Call => ({ name, text, values: [] });
const backend = call("backend", "SELECT pg_backend_pid()");
const take = (n: string): Call => ({
  name: "take",
  text: "INSERT INTO taken VALUES ($1) RETURNING n, NULL",
  values: [n],
});
const rowsOf = async (of: pg.Pool, one: Call) => (await callPrepared(of, one)).rows;
const ownPid = async (of = pool) => Number((await rowsOf(of, backend))[0]?.[0]);

/** Terminates the connection that runs `pg_sleep`, once it does. */
async function cutSleeping(): Promise<void> {
  const cut =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^SELECT pg_sleep'";
  await expect.poll(async () => (await database.pool.query(cut)).rowCount).toBe(1);
}

it("returns rows as texts and prepares a statement once", async () => {
  expect(await rowsOf(pool, take("1"))).toEqual([["1", null]]);
  expect(await rowsOf(pool, take("2"))).toEqual([["2", null]]);
  const { rows } = await pool.query(
    "SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE name = 'take'",
  );
  expect(rows).toEqual([{ runs: "2" }]);
  expect(await rowsOf(pool, call("none", "SELECT 1 WHERE false"))).toEqual([]);
});

it("keeps the connection and the prepared statement after values that are rejected", async () => {
  const pid = await ownPid();
  await callPrepared(pool, take("3"));
  await expect(callPrepared(pool, take("3"))).rejects.toMatchObject({ code: "23505" });
  expect(await rowsOf(pool, take("4"))).toEqual([["4", null]]);
  expect(await ownPid()).toBe(pid);
});

it("releases the connection of a rejected call once the server is ready, not before", async () => {
  // pg warns only once per process of a query that is queued behind another.
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  await callPrepared(pool, take("6"));
  const refused = expect(callPrepared(pool, take("6"))).rejects.toMatchObject({ code: "23505" });
  const next = rowsOf(pool, take("7"));
  await refused;
  expect(await next).toEqual([["7", null]]);
  await nextTurn();
  expect(warnings).toEqual([]);
});

it("rejects a call whose connection breaks before the server is ready, and does not release that connection", async () => {
  const pid = await ownPid();
  await callPrepared(pool, take("8"));
  const client = (await pool.connect()) as pg.PoolClient & { connection: Socket & { stream: Socket } };
  const { connection } = client;
  const emit = connection.emit.bind(connection);
  connection.emit = (event: string, ...values: unknown[]) =>
    event === "readyForQuery" ? Boolean(connection.stream.destroy()) : emit(event, ...values);
  client.release();
  await expect(callPrepared(pool, take("8"))).rejects.toMatchObject({ code: "23505" });
  expect(await ownPid()).not.toBe(pid);
});

it("prepares a statement again after a parse error", async () => {
  const later = call("later", "SELECT count(*) FROM comes_later");
  await expect(callPrepared(pool, later)).rejects.toMatchObject({ code: "42P01" });
  await pool.query("CREATE TABLE comes_later ()");
  expect(await rowsOf(pool, later)).toEqual([["0"]]);
});

it("fails when its connection breaks, and uses another one for the next call", async () => {
  const pid = await ownPid();
  const sleeping = callPrepared(pool, call("sleep", "SELECT pg_sleep(600)"));
  const failed = expect(sleeping).rejects.toMatchObject({ code: "57P01" });
  await cutSleeping();
  await failed;
  expect(await ownPid()).not.toBe(pid);
});

it("ends a call without a response at the pool's timeout and closes its connection", async () => {
  const hurried = oneConnection({ query_timeout: 3000 });
  const pid = await ownPid(hurried);
  const holder = await database.pool.connect();
  await holder.query("BEGIN; LOCK TABLE taken");
  await expect(callPrepared(hurried, take("5"))).rejects.toThrow("Query read timeout");
  await holder.query("ROLLBACK");
  holder.release();
  expect(await ownPid(hurried)).not.toBe(pid);
  await hurried.end();
});

it("cuts a response at its maximum of bytes and closes the connection", async () => {
  const pid = await ownPid();
  const many = call("many", "SELECT repeat('x', 1000) FROM generate_series(1, 100000)");
  const { rows, isCut } = await callPrepared(pool, { ...many, maxBytes: 10_000 });
  expect([rows.length, isCut]).toEqual([10, true]);
  expect(await ownPid()).not.toBe(pid);
});

it("fails where no connection can be established", async () => {
  const nowhere = new pg.Pool({ connectionString: "postgres://127.0.0.1:1/none" });
  await expect(callPrepared(nowhere, backend)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await nowhere.end();
});
