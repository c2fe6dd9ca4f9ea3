import { expect, it, vi } from "vitest";
import { testDatabase } from "#tests/support/database";
import { learnStatistics } from "./statistics.ts";

it("continues when a table is dropped meanwhile, as a rebuild does", async () => {
  const filled = (name: string) => `CREATE TABLE ${name} (n int); INSERT INTO ${name} VALUES (1);`;
  const database = await testDatabase({
    migrations: [{ name: "one", sql: filled("first") + filled("going") + filled("last") }],
  });
  const holder = await database.pool.connect();
  await holder.query("BEGIN; LOCK TABLE first IN SHARE UPDATE EXCLUSIVE MODE");
  const learning = learnStatistics(database.pool);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE NOT granted AND datname = current_database() AND relation = 'first'::regclass`,
    );
    expect(rows).toHaveLength(1);
  });
  await database.pool.query("DROP TABLE going");
  await holder.query("COMMIT");
  holder.release();
  await learning;
  const { rows } = await database.pool.query(
    "SELECT relname FROM pg_class WHERE relname IN ('first', 'last') AND reltuples = 1 ORDER BY relname",
  );
  expect(rows.map(({ relname }) => relname)).toEqual(["first", "last"]);
  await database.close();
});
