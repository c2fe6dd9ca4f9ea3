import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { until } from "#tests/support/until";
import { holding, ownServer, whileHeld } from "./starters.ts";
import { type TcpProxy, tcpProxy } from "./tcp-proxy.ts";
import { writerAt } from "./writer.ts";

let proxy: TcpProxy;
const own = ownServer({}, async (databaseUrl) => {
  proxy = await tcpProxy(databaseUrl);
  return proxy.url;
});
afterAll(() => proxy.close());

it("T6 repeats the response of a command that was committed without a response, and leaves one event", async () => {
  const writer = await writerAt(() => own.server.origin, "bamtol");
  const title = "대답 없는 글";
  const key = randomUUID();
  const articles = async () =>
    (
      await own.database.pool.query(
        "SELECT stream FROM events WHERE type = 'ArticlePosted' AND data->>'teamId' = $1",
        [String(writer.teamId)],
      )
    ).rows;
  await writer.post("그 전의 글", randomUUID());
  // No response of PostgreSQL reaches the server once the event is stored.
  const { pool } = own.database;
  await pool.query(holding("events"));
  let unanswered: Promise<unknown> | undefined;
  await whileHeld(
    pool,
    () => {
      unanswered = writer.post(title, key).catch(() => undefined);
    },
    () => proxy.set("deaf"),
  );
  await until(async () => expect(await articles()).toHaveLength(2));
  await own.server.stop("SIGKILL");
  expect(await unanswered).toBeUndefined();
  proxy.set("through");
  await own.database.pool.query("DROP TRIGGER hold ON events");
  await own.startAgain();
  const first = await writer.post(title, key);
  const second = await writer.post(title, key);
  expect(first.status).toBe(201);
  expect(second).toEqual(first);
  expect(await articles()).toHaveLength(2);
}, 300_000);
