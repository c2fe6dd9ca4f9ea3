import { createServer, Socket } from "node:net";
import type pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { Pipeline } from "./pipeline.ts";

let database: TestDatabase<unknown>;
let pipeline: Pipeline;
beforeAll(async () => {
  database = await testDatabase();
  pipeline = opened();
});
afterAll(async () => {
  await pipeline.close();
  await database.close();
});

function opened(settings: pg.PoolConfig = {}): Pipeline {
  const own = new Pipeline({ connectionString: database.url, max: 8, ...settings });
  own.pool.on("connect", (client) => client.on("error", () => {}));
  own.pool.on("error", () => {});
  return own;
}

const query = (name: string, text: string, ...values: unknown[]): pg.QueryConfig => ({ name, text, values });
const backend = query("backend", "SELECT pg_backend_pid() AS pid");
const doubled = (n: unknown) => query("doubled", "SELECT 2 * $1::integer AS n", n);
const sleeping = query("sleep", "SELECT pg_sleep(600)");
const rowsOf = async (own: Pipeline, one: pg.QueryConfig) => (await own.query(one)).rows;
const together = (own: Pipeline, ...queries: pg.QueryConfig[]) =>
  Promise.allSettled(queries.map((each) => rowsOf(own, each)));
const fulfilled = (...rows: unknown[]) => ({ status: "fulfilled", value: rows });
const refused = (code: string) => ({ status: "rejected", reason: expect.objectContaining({ code }) });

it("sends queries of one turn on one connection, at most sixteen at a time", async () => {
  const pids = async (promises: Promise<unknown[]>[]) =>
    new Set((await Promise.all(promises)).map(([row]) => (row as { pid: number }).pid)).size;
  const soon = Promise.resolve().then(() => rowsOf(pipeline, backend));
  expect(await pids([rowsOf(pipeline, backend), rowsOf(pipeline, backend), soon])).toBe(1);
  expect(await pids(Array.from({ length: 17 }, () => rowsOf(pipeline, backend)))).toBe(2);
});

it("sends queries of one turn in one packet", async () => {
  const received: number[] = [];
  const target = new URL(database.url);
  const proxy = createServer((inner) => {
    const outer = new Socket().connect(Number(target.port), target.hostname);
    inner.on("data", (data) => received.push(data.length)).pipe(outer);
    outer.pipe(inner);
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const own = opened({
    connectionString: Object.assign(new URL(database.url), { hostname: "127.0.0.1", port }).href,
    max: 1,
  });
  await own.query(doubled(1));
  received.length = 0;
  await Promise.all([1, 2, 3].map((n) => own.query(doubled(n))));
  expect(received).toHaveLength(1);
  await own.close();
});

it("returns its own rows to each query, also to several of one statement, and prepares each once", async () => {
  const own = opened({ max: 1 });
  const many = query("many", "SELECT n, NULL AS no FROM generate_series(1, $1::integer) n", 2);
  for (let round = 0; round < 3; round += 1)
    expect(
      await Promise.all(
        [doubled(1), many, doubled(3), query("none", "SELECT 1 WHERE false")].map((each) =>
          rowsOf(own, each),
        ),
      ),
    ).toEqual([
      [{ n: 2 }],
      [
        { n: 1, no: null },
        { n: 2, no: null },
      ],
      [{ n: 6 }],
      [],
    ]);
  expect([own.pool.totalCount, own.pool.idleCount]).toEqual([1, 1]);
  // PostgreSQL refuses to prepare a name twice.
  const { rows } = await own.pool.query("SELECT name FROM pg_prepared_statements ORDER BY name");
  expect(rows).toEqual([{ name: "doubled" }, { name: "many" }, { name: "none" }]);
  await own.close();
});

it("rejects one invalid query, returns the rows of those before and after it, and keeps the connection", async () => {
  const own = opened({ max: 1 });
  const [before] = await rowsOf(own, backend);
  expect(await together(own, doubled(1), doubled("one"), doubled(3))).toEqual([
    fulfilled({ n: 2 }),
    refused("22P02"),
    fulfilled({ n: 6 }),
  ]);
  expect(await rowsOf(own, backend)).toEqual([before]);
  await own.close();
});

it("prepares a statement again after a parse error", async () => {
  const later = query("later", "SELECT count(*) FROM comes_later");
  expect(await together(pipeline, later, doubled(1))).toEqual([refused("42P01"), fulfilled({ n: 2 })]);
  await database.pool.query("CREATE TABLE comes_later ()");
  expect(await together(pipeline, later, later)).toEqual([
    fulfilled({ count: "0" }),
    fulfilled({ count: "0" }),
  ]);
});

it("rejects one query that times out and returns the rows of those after it", async () => {
  const hasty = opened({ max: 1, statement_timeout: 200 });
  expect(await together(hasty, doubled(1), sleeping, doubled(3))).toEqual([
    fulfilled({ n: 2 }),
    refused("57014"),
    fulfilled({ n: 6 }),
  ]);
  await hasty.close();
});

it("ends a query without a response at the pool's timeout and replaces its connection", async () => {
  const hurried = opened({ max: 1, query_timeout: 3000 });
  const [before] = await rowsOf(hurried, backend);
  await expect(hurried.query(query("nap", "SELECT FROM pg_sleep(600)"))).rejects.toThrow(
    "Query read timeout",
  );
  expect(await rowsOf(hurried, backend)).not.toEqual([before]);
  await hurried.close();
});

it("repeats a query while connections hold an outdated statement, even if all of them do", async () => {
  for (const n of [1, 3]) {
    const table = `shapes_${n}`;
    const shape = query(table, `TABLE ${table}`);
    await database.pool.query(`CREATE TABLE ${table} AS SELECT 1 AS a`);
    const { pool } = pipeline;
    const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const client of all) await client.query(shape);
    for (const client of all) client.release();
    await database.pool.query(`ALTER TABLE ${table} ADD b integer DEFAULT 2`);
    const given = fulfilled({ a: 1, b: 2 });
    expect(await together(pipeline, ...[shape, doubled(2), shape].slice(0, n))).toEqual(
      [given, fulfilled({ n: 4 }), given].slice(0, n),
    );
  }
});

it("rejects the queries of a connection that breaks, and uses another one for the next", async () => {
  const own = opened({ max: 1 });
  const settled = together(own, doubled(1), sleeping, doubled(3));
  const cut =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^SELECT pg_sleep'";
  await vi.waitFor(async () => expect((await database.pool.query(cut)).rowCount).toBe(1));
  const broken = { status: "rejected", reason: new Error("Connection terminated unexpectedly") };
  expect(await settled).toEqual([fulfilled({ n: 2 }), refused("57P01"), broken]);
  expect(await rowsOf(own, doubled(4))).toEqual([{ n: 8 }]);
  await own.close();
});

it("rejects all queries where no connection can be established", async () => {
  const nowhere = opened({ connectionString: "postgres://127.0.0.1:1/none" });
  for (const answer of [nowhere.query(backend), nowhere.query(backend)])
    await expect(answer).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await nowhere.close();
});
