import pg from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type TcpProxy, tcpProxy } from "#tests/faults/tcp-proxy";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { type Listening, listeningOn } from "./listening.ts";

let database: TestDatabase<unknown>;
let listening: Listening;

beforeEach(async () => {
  database = await testDatabase({ migrations: [] });
  listening = listeningOn(database.pool);
  return () => database.close();
});

const connections = async () => {
  const { rows } = await database.pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^(LISTEN|NOTIFY)'",
  );
  return rows.map(({ pid }) => pid);
};
const count = (n: number) => vi.waitFor(async () => expect(await connections()).toHaveLength(n));

/** A listener with the notifications that it has received. */
function listener(channel: string) {
  const received: string[] = [];
  const onListening = vi.fn();
  return {
    received,
    onListening,
    stop: listening.listen(channel, { onNotification: (text) => received.push(text), onListening }),
  };
}

const listens = (listener: { onListening: ReturnType<typeof vi.fn> }, times = 1) =>
  vi.waitFor(() => expect(listener.onListening).toHaveBeenCalledTimes(times));
const receives = (listener: { received: string[] }, ...texts: string[]) =>
  vi.waitFor(() => expect(listener.received).toEqual(texts));

it("receives notifications of its channels only, also of channels added later, over one connection", async () => {
  const one = listener("one");
  const second = listener("one");
  await Promise.all([listens(one), listens(second)]);
  const other = listener("other");
  await listens(other);
  await count(1);
  await listening.notify("other", "it's me");
  await database.pool.query("NOTIFY one, 'first'; NOTIFY unheeded; NOTIFY one");
  await Promise.all([receives(other, "it's me"), receives(one, "first", ""), receives(second, "first", "")]);
  expect([one, second, other].map(({ onListening }) => onListening.mock.calls.length)).toEqual([1, 1, 1]);
  await Promise.all([one, second, other].map(({ stop }) => stop()));
});

it("applies the session settings of the pool to its connection", async () => {
  const onConnect = vi.fn((client: pg.ClientBase) => client.query("SELECT 1"));
  const pool = new pg.Pool({ ...database.pool.options, onConnect });
  const one = { onNotification: () => {}, onListening: vi.fn() };
  const stop = listeningOn(pool).listen("one", one);
  await listens(one);
  expect(onConnect).toHaveBeenCalledTimes(1);
  await stop();
  await pool.end();
});

it("listens again after its connection broke and calls each listener, which then polls", async () => {
  const one = listener("one");
  const other = listener("other");
  await Promise.all([listens(one), listens(other)]);
  const [pid] = await connections();
  await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await Promise.all([listens(one, 2), listens(other, 2)]);
  expect(await connections()).not.toContain(pid);
  await database.pool.query("NOTIFY one, 'again'");
  await receives(one, "again");
  await Promise.all([one.stop(), other.stop()]);
});

describe("a connection that no longer responds", () => {
  const times = { answer: 500, healthCheck: 100, firstRetry: 10 };
  let proxy: TcpProxy;
  let pool: pg.Pool;
  beforeEach(async () => {
    proxy = await tcpProxy(database.url);
    pool = new pg.Pool({ ...database.pool.options, connectionString: proxy.url });
    return async () => {
      await proxy.close();
      await pool.end();
    };
  });
  const received: string[] = [];
  const newListener = () => ({ onNotification: (text: string) => received.push(text), onListening: vi.fn() });

  it("is closed and replaced without any notification, and every listener polls for what it missed", async () => {
    const one = newListener();
    const stop = listeningOn(pool, times).listen("one", one);
    await listens(one);
    proxy.mute();
    await listens(one, 2);
    await stop();
  });

  it("keeps the notifications of a listener whose LISTEN got no response", async () => {
    const one = newListener();
    const other = newListener();
    const listening = listeningOn(pool, { ...times, healthCheck: 60_000 });
    const stop = listening.listen("one", one);
    await listens(one);
    proxy.mute();
    const stopOther = listening.listen("other", other);
    await Promise.all([listens(one, 2), listens(other)]);
    await database.pool.query("NOTIFY other, 'there'");
    await vi.waitFor(() => expect(received).toContain("there"));
    await Promise.all([stop(), stopOther()]);
  });

  it("is closed when a NOTIFY gets no response", async () => {
    const one = newListener();
    const listening = listeningOn(pool, { ...times, healthCheck: 60_000 });
    const stop = listening.listen("one", one);
    await listens(one);
    proxy.mute();
    await listening.notify("one", "lost");
    await listens(one, 2);
    await listening.notify("one", "received");
    await vi.waitFor(() => expect(received).toContain("received"));
    await stop();
  });

  it("does not delay the stop of a listener", async () => {
    const one = newListener();
    const stop = listeningOn(pool, { ...times, healthCheck: 60_000 }).listen("one", one);
    await listens(one);
    proxy.mute();
    await stop();
  });
});

it("keeps the connection while there are listeners, releases it then, and opens a new one for the next", async () => {
  const one = listener("one");
  const other = listener("other");
  await Promise.all([listens(one), listens(other)]);
  await one.stop();
  await listening.notify("one", "unheeded");
  await listening.notify("other", "still here");
  await receives(other, "still here");
  expect(one.received).toEqual([]);
  await other.stop();
  await count(0);
  const next = listener("one");
  await listens(next);
  await count(1);
  await next.stop();
});

it("stops a listener immediately, even twice, while others start", async () => {
  const one = listener("one");
  await listens(one);
  const stopped = Promise.all([one.stop(), one.stop()]);
  const next = listener("one");
  await stopped;
  await listens(next);
  await database.pool.query("NOTIFY one, 'there'");
  await receives(next, "there");
  expect(one.received).toEqual([]);
  await next.stop();
  await count(0);
});

it("stops a listener without a database immediately and never calls it", async () => {
  const nowhere = new pg.Pool({ ...database.pool.options, connectionString: "postgres://127.0.0.1:1/none" });
  const away = listeningOn(nowhere);
  const onListening = vi.fn();
  const stop = away.listen("one", { onNotification: () => {}, onListening });
  await away.notify("one");
  await stop();
  expect(onListening).not.toHaveBeenCalled();
  await nowhere.end();
});
