import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { type Call, callInTurn, callPrepared } from "./prepared-call.ts";

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
  // One that is being ended may still hear that its database goes.
  own.on("error", () => {});
  return own;
}

const call = (name: string, text: string): Call => ({ statement: { name, text }, values: [] });
const backend = call("backend", "SELECT pg_backend_pid()");
const take = (n: string): Call => ({
  statement: { name: "take", text: "INSERT INTO taken VALUES ($1) RETURNING n, NULL" },
  values: [n],
});
const taken = call("taken", "SELECT n FROM taken ORDER BY n");
const ownPid = async (of = pool) => Number((await callPrepared(of, backend))[0]?.[0]);

/** Ends the connection on which `pg_sleep` runs, once it does. */
async function cutSleeping(): Promise<void> {
  const cut =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^SELECT pg_sleep'";
  await expect.poll(async () => (await database.pool.query(cut)).rowCount, { timeout: 30_000 }).toBe(1);
}

it("answers with rows as texts, and prepares a statement once", async () => {
  expect(await callPrepared(pool, take("1"))).toEqual([["1", null]]);
  expect(await callPrepared(pool, take("2"))).toEqual([["2", null]]);
  const { rows } = await pool.query(
    "SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE name = 'take'",
  );
  expect(rows).toEqual([{ runs: "2" }]);
  expect(await callPrepared(pool, call("none", "SELECT 1 WHERE false"))).toEqual([]);
});

it("keeps the connection after values that are refused, and the statement stays prepared", async () => {
  const pid = await ownPid();
  await callPrepared(pool, take("3"));
  await expect(callPrepared(pool, take("3"))).rejects.toMatchObject({ code: "23505" });
  expect(await callPrepared(pool, take("4"))).toEqual([["4", null]]);
  expect(await ownPid()).toBe(pid);
});

it("lends the connection of a refused call on when the server is ready again, not before", async () => {
  // pg complains of a second query behind one that has to wait, once in a process.
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  await callPrepared(pool, take("6"));
  const refused = expect(callPrepared(pool, take("6"))).rejects.toMatchObject({ code: "23505" });
  const next = callInTurn(pool, [take("7"), taken]);
  await refused;
  expect((await next[1]).at(-1)).toEqual(["7"]);
  await nextTurn();
  expect(warnings).toEqual([]);
});

it("keeps nobody waiting whose connection is cut after the refusal, and does not lend it again", async () => {
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

it("prepares anew what could not be parsed", async () => {
  const later = call("later", "SELECT count(*) FROM comes_later");
  await expect(callPrepared(pool, later)).rejects.toMatchObject({ code: "42P01" });
  await pool.query("CREATE TABLE comes_later ()");
  expect(await callPrepared(pool, later)).toEqual([["0"]]);
});

describe("calls in one packet", () => {
  beforeEach(() => pool.query("TRUNCATE taken"));

  it("are each answered, the second with what the first has committed", async () => {
    for (const n of ["1", "2"]) {
      const [first, second] = callInTurn(pool, [take(n), taken]);
      expect(await first).toEqual([[n, null]]);
      expect((await second).at(-1)).toEqual([n]);
    }
    expect(await callPrepared(pool, taken)).toEqual([["1"], ["2"]]);
  });

  it("fail each by itself, and leave the connection and what is prepared as a lone one does", async () => {
    const pid = await ownPid();
    const [, first] = callInTurn(pool, [take("1"), taken]);
    expect(await first).toEqual([["1"]]);
    const [refused, second] = callInTurn(pool, [take("1"), taken]);
    await expect(refused).rejects.toMatchObject({ code: "23505" });
    expect(await second).toEqual([["1"]]);
    expect(await ownPid()).toBe(pid);
    const [made, impossible] = callInTurn(pool, [take("2"), call("lost", "SELECT * FROM lost")]);
    await expect(impossible).rejects.toMatchObject({ code: "42P01" });
    expect(await made).toEqual([["2", null]]);
    expect(await callPrepared(pool, taken)).toEqual([["1"], ["2"]]);
  });

  it("keep their connection until the last of them is answered", async () => {
    const holder = await database.pool.connect();
    await holder.query("BEGIN; LOCK TABLE taken");
    const [first, second] = callInTurn(pool, [backend, taken]);
    const [[pid]] = (await first) as [[string]];
    const other = callPrepared(pool, backend);
    await nextTurn();
    expect(pool.waitingCount).toBe(1);
    await holder.query("ROLLBACK");
    holder.release();
    expect(await second).toEqual([]);
    expect(await other).toEqual([[pid]]);
  });

  it("fail together with their connection, or where there is none", async () => {
    const [first, second] = callInTurn(pool, [call("sleep", "SELECT pg_sleep(600)"), taken]);
    const failed = Promise.all([
      expect(first).rejects.toMatchObject({ code: "57P01" }),
      expect(second).rejects.toThrow(),
    ]);
    await cutSleeping();
    await failed;
    expect(await callPrepared(pool, taken)).toEqual([]);
    const nowhere = new pg.Pool({ connectionString: "postgres://127.0.0.1:1/none" });
    for (const answer of callInTurn(nowhere, [backend, taken]))
      await expect(answer).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await nowhere.end();
  });
});

it("fails with a connection that is cut meanwhile, and takes another one for the next call", async () => {
  const pid = await ownPid();
  const sleeping = callPrepared(pool, call("sleep", "SELECT pg_sleep(600)"));
  const failed = expect(sleeping).rejects.toMatchObject({ code: "57P01" });
  await cutSleeping();
  await failed;
  expect(await ownPid()).not.toBe(pid);
});

it("ends a call that is never answered at the pool's timeout, and with it its connection", async () => {
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
