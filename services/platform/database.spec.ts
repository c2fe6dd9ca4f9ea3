import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#tests/database";
import { checkDatabase } from "./database.ts";

const db = await testDatabase<Record<string, never>>({ migrations: [] });
afterAll(() => db.close());

it("gives numbers, ISO times in UTC and plain dates, whatever the session's time zone", async () => {
  const client = await db.pool.connect();
  await client.query("SET timezone = 'Asia/Seoul'");
  const { rows } = await client.query(
    `SELECT count(*) AS count, 1.5::numeric AS ratio, '2025-09-03T21:07:45.123+09:00'::timestamptz AS at,
            '2025-09-03'::date AS day, '{1,NULL}'::bigint[] AS ids, '{2025-09-03}'::date[] AS days`,
  );
  client.release(true);
  expect(rows).toEqual([
    {
      count: 1,
      ratio: 1.5,
      at: "2025-09-03T12:07:45.123Z",
      day: "2025-09-03",
      ids: [1, null],
      days: ["2025-09-03"],
    },
  ]);
});

it("leaves the parsers of other users of the driver alone", () => {
  expect(pg.types.getTypeParser(20)("1")).toBe("1");
});

it("survives a connection that is cut while idle", async () => {
  const { rows } = await db.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const other = new pg.Client({ connectionString: db.url });
  await other.connect();
  const cut = new Promise((settle) => db.pool.once("remove", settle));
  await other.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await other.end();
  await cut;
  expect((await db.pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

it("accepts a UTF-8 database that knows Hangul", async () => {
  await expect(checkDatabase(db.pool)).resolves.toBeUndefined();
});
