import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import type { Statement } from "./packet.ts";
import { queryTogether } from "./pipeline.ts";

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

const query = (name: string, text: string, ...values: unknown[]): Statement => ({ name, text, values });
const backend = query("backend", "SELECT pg_backend_pid() AS pid");
const doubled = (n: unknown) => query("doubled", "SELECT 2 * $1::integer AS n", n);
const together = (...queries: Statement[]) =>
  Promise.allSettled(queries.map((each) => queryTogether(pool, each)));
const fulfilled = (...rows: unknown[]) => ({ status: "fulfilled", value: rows });
const refused = (code: string) => ({ status: "rejected", reason: expect.objectContaining({ code }) });

it("sends queries of one turn on one connection, at most four at a time", async () => {
  const pids = async (promises: Promise<unknown[]>[]) =>
    new Set((await Promise.all(promises)).map(([row]) => (row as { pid: number }).pid)).size;
  const soon = Promise.resolve().then(() => queryTogether(pool, backend));
  expect(await pids([queryTogether(pool, backend), queryTogether(pool, backend), soon])).toBe(1);
  expect(await pids([1, 2, 3, 4, 5].map(() => queryTogether(pool, backend)))).toBe(2);
});

it("returns its own rows to each query, also to several of one statement, and leaves the connection usable", async () => {
  const many = query("many", "SELECT n, NULL AS no FROM generate_series(1, $1::integer) n", 2);
  for (let round = 0; round < 3; round += 1)
    expect(await together(doubled(1), many, doubled(3), query("none", "SELECT 1 WHERE false"))).toEqual([
      fulfilled({ n: 2 }),
      fulfilled({ n: 1, no: null }, { n: 2, no: null }),
      fulfilled({ n: 6 }),
      fulfilled(),
    ]);
  expect(pool.totalCount).toBe(pool.idleCount);
  const client = await pool.connect();
  let bytes = 0;
  for await (const part of client.query(copyTo("COPY (SELECT 1) TO STDOUT"))) bytes += part.length;
  client.release();
  expect(bytes).toBe(2);
});

it("rejects one invalid query and returns the rows of those before and after it", async () => {
  expect(await together(doubled(1), doubled("one"), doubled(3))).toEqual([
    fulfilled({ n: 2 }),
    refused("22P02"),
    fulfilled({ n: 6 }),
  ]);
});

it("rejects one query that times out and returns the rows of those after it", async () => {
  const hasty = new pg.Pool({ connectionString: database.url, max: 1, statement_timeout: 200 });
  const answers = [doubled(1), query("long", "SELECT pg_sleep(600)"), doubled(3)].map((one) =>
    queryTogether(hasty, one),
  );
  expect(await Promise.allSettled(answers)).toEqual([
    fulfilled({ n: 2 }),
    refused("57014"),
    fulfilled({ n: 6 }),
  ]);
  await hasty.end();
});

it("repeats a query while connections hold an outdated statement, even if all of them do", async () => {
  for (const n of [1, 3]) {
    const table = `shapes_${n}`;
    const shape = query(table, `TABLE ${table}`);
    await pool.query(`CREATE TABLE ${table} AS SELECT 1 AS a`);
    const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const client of all) await client.query({ name: table, text: shape.text });
    for (const client of all) client.release();
    await pool.query(`ALTER TABLE ${table} ADD b integer DEFAULT 2`);
    const given = fulfilled({ a: 1, b: 2 });
    expect(await together(...[shape, doubled(2), shape].slice(0, n))).toEqual(
      [given, fulfilled({ n: 4 }), given].slice(0, n),
    );
  }
});

it("rejects a query whose connection breaks but not those beside it, and all where no connection can be established", async () => {
  const answers = together(doubled(1), query("sleep", "SELECT pg_sleep(600)"), doubled(3));
  const cut =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^SELECT pg_sleep'";
  await expect.poll(async () => (await database.pool.query(cut)).rowCount).toBe(1);
  expect(await answers).toEqual([fulfilled({ n: 2 }), refused("57P01"), fulfilled({ n: 6 })]);
  const nowhere = new pg.Pool({ connectionString: "postgres://127.0.0.1:1/none" });
  for (const answer of [queryTogether(nowhere, backend), queryTogether(nowhere, backend)])
    await expect(answer).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await nowhere.end();
});
