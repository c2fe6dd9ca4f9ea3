import pg from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type TcpProxy, tcpProxy } from "#tests/faults/tcp-proxy";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { type Listening, listeningOn } from "./listening.ts";

const patience = { timeout: 30_000, interval: 20 };
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
const count = (n: number) => vi.waitFor(async () => expect(await connections()).toHaveLength(n), patience);

/** Somebody who listens, and what reached them. */
function listener(channel: string) {
  const heard: string[] = [];
  const began = vi.fn();
  return { heard, began, stop: listening.listen(channel, { heard: (text) => heard.push(text), began }) };
}

const begun = (who: { began: ReturnType<typeof vi.fn> }, times = 1) =>
  vi.waitFor(() => expect(who.began).toHaveBeenCalledTimes(times), patience);
const hears = (who: { heard: string[] }, ...texts: string[]) =>
  vi.waitFor(() => expect(who.heard).toEqual(texts), patience);

it("hears its channels and no others over one connection, also those that are listened to later", async () => {
  const [one, twin] = [listener("one"), listener("one")];
  await Promise.all([begun(one), begun(twin)]);
  const other = listener("other");
  await begun(other);
  await count(1);
  await listening.notify("other", "it's me");
  await database.pool.query("NOTIFY one, 'first'; NOTIFY nobody; NOTIFY one");
  await Promise.all([hears(other, "it's me"), hears(one, "first", ""), hears(twin, "first", "")]);
  expect([one, twin, other].map(({ began }) => began.mock.calls.length)).toEqual([1, 1, 1]);
  await Promise.all([one, twin, other].map(({ stop }) => stop()));
});

it("sets its connection up as the pool does its own", async () => {
  const onConnect = vi.fn((client: pg.ClientBase) => client.query("SELECT 1"));
  const pool = new pg.Pool({ ...database.pool.options, onConnect });
  const one = { heard: () => {}, began: vi.fn() };
  const stop = listeningOn(pool).listen("one", one);
  await begun(one);
  expect(onConnect).toHaveBeenCalledTimes(1);
  await stop();
  await pool.end();
});

it("listens again after its connection broke and says so, so that everybody looks for what they missed", async () => {
  const [one, other] = [listener("one"), listener("other")];
  await Promise.all([begun(one), begun(other)]);
  const [pid] = await connections();
  await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await Promise.all([begun(one, 2), begun(other, 2)]);
  expect(await connections()).not.toContain(pid);
  await database.pool.query("NOTIFY one, 'again'");
  await hears(one, "again");
  await Promise.all([one.stop(), other.stop()]);
});

describe("a line that falls silent", () => {
  const times = { answer: 500, trial: 100, firstRetry: 10 };
  let line: TcpProxy;
  let pool: pg.Pool;
  beforeEach(async () => {
    line = await tcpProxy(database.url);
    pool = new pg.Pool({ ...database.pool.options, connectionString: line.url });
    return async () => {
      await line.close();
      await pool.end();
    };
  });
  const heard: string[] = [];
  const someone = () => ({ heard: (text: string) => heard.push(text), began: vi.fn() });

  it("is given up and replaced, also when nobody says anything, and everybody looks for what they missed", async () => {
    const one = someone();
    const stop = listeningOn(pool, times).listen("one", one);
    await begun(one);
    line.mute();
    await begun(one, 2);
    await stop();
  });

  it("keeps nobody from listening whose wish to listen it swallowed", async () => {
    const [one, other] = [someone(), someone()];
    const listening = listeningOn(pool, { ...times, trial: 60_000 });
    const stop = listening.listen("one", one);
    await begun(one);
    line.mute();
    const stopOther = listening.listen("other", other);
    await Promise.all([begun(one, 2), begun(other)]);
    await database.pool.query("NOTIFY other, 'there'");
    await vi.waitFor(() => expect(heard).toContain("there"), patience);
    await Promise.all([stop(), stopOther()]);
  });

  it("is given up when it swallows what is to be told", async () => {
    const one = someone();
    const listening = listeningOn(pool, { ...times, trial: 60_000 });
    const stop = listening.listen("one", one);
    await begun(one);
    line.mute();
    await listening.notify("one", "swallowed");
    await begun(one, 2);
    await listening.notify("one", "heard");
    await vi.waitFor(() => expect(heard).toContain("heard"), patience);
    await stop();
  });

  it("keeps nobody waiting who stops", async () => {
    const one = someone();
    const stop = listeningOn(pool, { ...times, trial: 60_000 }).listen("one", one);
    await begun(one);
    line.mute();
    await stop();
  });
});

it("keeps the connection while somebody listens, lets it go then, and makes a new one for the next", async () => {
  const [one, other] = [listener("one"), listener("other")];
  await Promise.all([begun(one), begun(other)]);
  await one.stop();
  await listening.notify("one", "nobody");
  await listening.notify("other", "still here");
  await hears(other, "still here");
  expect(one.heard).toEqual([]);
  await other.stop();
  await count(0);
  const next = listener("one");
  await begun(next);
  await count(1);
  await next.stop();
});

it("does not keep anybody waiting who stops, once or twice, while others begin", async () => {
  const one = listener("one");
  await begun(one);
  const stopped = Promise.all([one.stop(), one.stop()]);
  const next = listener("one");
  await stopped;
  await begun(next);
  await database.pool.query("NOTIFY one, 'there'");
  await hears(next, "there");
  expect(one.heard).toEqual([]);
  await next.stop();
  await count(0);
});

it("does not keep anybody waiting who stops while there is no database, and says nothing then", async () => {
  const nowhere = new pg.Pool({ ...database.pool.options, connectionString: "postgres://127.0.0.1:1/none" });
  const away = listeningOn(nowhere);
  const began = vi.fn();
  const stop = away.listen("one", { heard: () => {}, began });
  await away.notify("one");
  await stop();
  expect(began).not.toHaveBeenCalled();
  await nowhere.end();
});
