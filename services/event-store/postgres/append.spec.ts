import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, it } from "vitest";
import { commandOf, numbered } from "#tests/support/commands";
import { testDatabase } from "#tests/support/database";
import { postgresEventStore } from "../postgres.ts";

it("does not make the server JIT-compile a batch of appends, which takes 20 ms each time", async () => {
  const database = await testDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const store = postgresEventStore(pool);
  const append = () => store.append(`batched-${randomUUID()}`, [numbered(1)], -1, commandOf());
  await Promise.all([append(), append()]);
  const none = new Array(12).fill("'{}'").join(",");
  const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) EXECUTE append(${none})`);
  const cost: number = rows[0]["QUERY PLAN"][0].Plan["Total Cost"];
  const dear = await pool.query("SELECT setting FROM pg_settings WHERE name = 'jit_above_cost'");
  expect(cost).toBeLessThan(Number(dear.rows[0].setting) / 10);
  await store.close();
  await pool.end();
  await database.close();
});
