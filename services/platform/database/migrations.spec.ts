import { beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrations.ts";

let db: TestDatabase<unknown>;
beforeEach(async () => {
  db = await testDatabase({ migrations: [] });
  return () => db.close();
});

const first = { name: "first", sql: "CREATE TABLE a (id int); INSERT INTO a VALUES (1)" };
const second = { name: "second", sql: "INSERT INTO a VALUES (2)" };

it("runs every step once when two processes start at the same time", async () => {
  const other = openDatabase(db.url);
  const ran = await Promise.all([migrate(db.pool, [first]), migrate(other.pool, [first])]);
  await other.close();
  expect(ran.flat()).toEqual(["first"]);
  expect((await db.pool.query("SELECT id FROM a")).rows).toEqual([{ id: 1 }]);
});

it("runs only new steps, and names a failing one, which is rolled back", async () => {
  const broken = { name: "broken", sql: "INSERT INTO a VALUES (3); SELECT 1 / 0" };
  await expect(migrate(db.pool, [first, second, broken])).rejects.toThrow(/broken/);
  expect((await db.pool.query("SELECT id FROM a ORDER BY id")).rows).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await migrate(db.pool, [first, second])).toEqual([]);
});

it("refuses a database from before the first release, whose schema stays as it is", async () => {
  await migrate(db.pool, [{ name: "event-store-001", sql: "CREATE TABLE events ()" }]);
  await expect(migrate(db.pool, [first])).rejects.toThrow(
    "made by a version before 0.2.0 and cannot be migrated: begin with an empty database.",
  );
  expect((await db.pool.query("SELECT to_regclass('a') AS a")).rows).toEqual([{ a: null }]);
});

it("refuses a database that a newer release has migrated, and names its step", async () => {
  await migrate(db.pool, [first, second]);
  await expect(migrate(db.pool, [first])).rejects.toThrow(/newer release \(step second\)/);
});

it("updates the statistics of tables that hold rows after a step", async () => {
  await migrate(db.pool, [first, second]);
  await migrate(db.pool, [
    first,
    second,
    { name: "third", sql: "INSERT INTO a SELECT generate_series(3, 500)" },
  ]);
  const { rows } = await db.pool.query("SELECT reltuples FROM pg_class WHERE oid = 'a'::regclass");
  expect(rows).toEqual([{ reltuples: 500 }]);
});
