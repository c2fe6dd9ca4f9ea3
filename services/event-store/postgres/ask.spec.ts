import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { StoreUnavailable } from "../event-store.ts";
import { ask, askForTable, type Lender } from "./ask.ts";
import { type Call, callPrepared } from "./prepared-call.ts";

let database: TestDatabase<unknown>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 8 });
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const call = (name: string, text: string, ...values: string[]): Call => ({
  statement: { name, text },
  values,
});
const backend = call("backend", "SELECT pg_backend_pid()");
const doubled = (n: string) => call("doubled", "SELECT 2 * $1::integer", n);
const asks = (...calls: Call[]) => Promise.allSettled(calls.map((each) => ask(pool, each)));
const fulfilled = (...rows: unknown[]) => ({ status: "fulfilled", value: rows });
const refused = (code: string) => ({ status: "rejected", reason: expect.objectContaining({ code }) });

it("answers what is asked for in one turn on one connection, at most four at a time", async () => {
  const pids = async (promises: Promise<readonly (readonly unknown[])[]>[]) =>
    new Set((await Promise.all(promises)).map(([row]) => row?.[0])).size;
  expect(await pids([1, 2, 3, 4].map(() => callPrepared(pool, backend)))).toBe(4);
  const soon = Promise.resolve().then(() => ask(pool, backend));
  expect(await pids([ask(pool, backend), ask(pool, backend), soon])).toBe(1);
  expect(await pids([1, 2, 3, 4, 5].map(() => ask(pool, backend)))).toBe(2);
});

it("answers each with its own rows, also several of one statement, prepared once on a connection", async () => {
  const many = call("many", "SELECT n, NULL FROM generate_series(1, $1::integer) n", "3");
  for (let round = 0; round < 3; round += 1)
    expect(await asks(doubled("1"), many, doubled("3"), call("none", "SELECT 1 WHERE false"))).toEqual([
      fulfilled(["2"]),
      fulfilled(["1", null], ["2", null], ["3", null]),
      fulfilled(["6"]),
      fulfilled(),
    ]);
  expect(await callPrepared(pool, doubled("4"))).toEqual([["8"]]);
});

it("refuses one that is wrong, and answers those before and behind it", async () => {
  expect(await asks(doubled("1"), doubled("one"), doubled("3"))).toEqual([
    fulfilled(["2"]),
    refused("22P02"),
    fulfilled(["6"]),
  ]);
});

it("fails one that takes too long, and answers those behind it", async () => {
  const hasty = new pg.Pool({ connectionString: database.url, max: 1, statement_timeout: 200 });
  const answers = [doubled("1"), call("long", "SELECT pg_sleep(600)"), doubled("3")].map((one) =>
    ask(hasty, one),
  );
  expect(await Promise.allSettled(answers)).toEqual([fulfilled(["2"]), refused("57014"), fulfilled(["6"])]);
  await hasty.end();
});

it("asks anew while connections hold a statement no longer as it was, though all of them do", async () => {
  for (const n of [1, 3]) {
    const table = `shapes_${n}`;
    const shape = call(table, `TABLE ${table}`);
    await pool.query(`CREATE TABLE ${table} AS SELECT 1 AS a`);
    // Each takes a connection of its own.
    await Promise.all(Array.from({ length: pool.options.max }, () => callPrepared(pool, shape)));
    expect(pool.totalCount).toBe(pool.options.max);
    await pool.query(`ALTER TABLE ${table} ADD b integer DEFAULT 2`);
    const given = fulfilled(["1", "2"]);
    expect(await asks(...[shape, doubled("2"), shape].slice(0, n))).toEqual(
      [given, fulfilled(["4"]), given].slice(0, n),
    );
  }
});

it("fails what has no answer when the connection is cut, or cannot be had", async () => {
  const answers = asks(doubled("1"), call("sleep", "SELECT pg_sleep(600)"), doubled("3"));
  const cut =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^SELECT pg_sleep'";
  await expect.poll(async () => (await database.pool.query(cut)).rowCount, { timeout: 30_000 }).toBe(1);
  expect(await answers).toEqual([fulfilled(["2"]), refused("57P01"), refused("57P01")]);
  const nowhere = new pg.Pool({ connectionString: "postgres://127.0.0.1:1/none" });
  for (const answer of [ask(nowhere, backend), ask(nowhere, backend)])
    await expect(answer).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await nowhere.end();
});

it("asks for nothing a second time where nothing can be read for now: whoever lends has waited already", async () => {
  let asked = 0;
  const connect = (callback: (failure: Error) => void) => {
    asked += 1;
    callback(new StoreUnavailable(new Error("not whole yet")));
  };
  const lender = { connect, options: pool.options } as unknown as Lender;
  const answers = ["1", "2", "3"].map((n) => askForTable(lender, doubled(n)));
  for (const answer of answers) await expect(answer).rejects.toBeInstanceOf(StoreUnavailable);
  expect(asked).toBe(1);
});
