import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { ownServer } from "./own-server.ts";
import { type TcpProxy, tcpProxy } from "./tcp-proxy.ts";
import { until, writerAt } from "./writer.ts";

let line: TcpProxy;
const own = ownServer({}, async (databaseUrl) => {
  line = await tcpProxy(databaseUrl);
  return line.url;
});
afterAll(() => line.close());

it("T6 answers a command again that was committed and not answered, as the first time, and leaves one event", async () => {
  const writer = await writerAt(() => own.server.origin, "bamtol");
  const [title, key] = ["대답 없는 글", randomUUID()];
  const articles = async () =>
    (
      await own.database.pool.query(
        "SELECT stream FROM events WHERE type = 'ArticlePosted' AND data->>'teamId' = $1",
        [String(writer.teamId)],
      )
    ).rows;
  await writer.post("그 전의 글", randomUUID());
  // From the moment it is stored the server hears nothing of it.
  await own.database.pool.query(`
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$;
    CREATE TRIGGER hold BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION hold()`);
  const lock = await own.database.pool.connect();
  await lock.query("SELECT pg_advisory_lock(1)");
  const unanswered = writer.post(title, key).catch(() => undefined);
  await until(async () => {
    const { rowCount } = await own.database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'",
    );
    expect(rowCount).toBe(1);
  });
  line.set("deaf");
  await lock.query("SELECT pg_advisory_unlock(1)");
  lock.release();
  await until(async () => expect(await articles()).toHaveLength(2));
  await own.server.stop("SIGKILL");
  expect(await unanswered).toBeUndefined();
  line.set("through");
  await own.database.pool.query("DROP TRIGGER hold ON events");
  await own.startAgain();
  const [first, second] = [await writer.post(title, key), await writer.post(title, key)];
  expect(first.status).toBe(201);
  expect(second).toEqual(first);
  expect(await articles()).toHaveLength(2);
}, 300_000);
