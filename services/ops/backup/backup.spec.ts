import { expect, it } from "vitest";
import { testDatabase } from "#tests/database";
import { beginCopying } from "./backup.ts";

it("lets no time-out of the server cut off a copy that is written slowly; who vanished is noticed", async () => {
  const { pool, close } = await testDatabase({ migrations: [] });
  const client = await pool.connect();
  await client.query(beginCopying);
  const { rows } = await client.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings
     WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'tcp_user_timeout', 'tcp_keepalives_idle')`,
  );
  client.release(true);
  await close();
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    statement_timeout: "0",
    idle_in_transaction_session_timeout: "0",
    tcp_user_timeout: "0",
    tcp_keepalives_idle: "30",
  });
});
