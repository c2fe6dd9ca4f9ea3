import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type EventStoreDb, startEventStoreDb } from "#tests/eventstoredb/server";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { envelopeOf } from "#tests/support/request";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process";
import { type TcpProxy, tcpProxy } from "./tcp-proxy.ts";

let database: TestDatabase<unknown>;
let log: EventStoreDb;
let proxy: TcpProxy;
let running: ServerProcess[];
beforeEach(async () => {
  database = await testDatabase({ migrations: [] });
  log = await startEventStoreDb();
  proxy = await tcpProxy(database.url);
  running = [];
});
afterEach(async () => {
  for (const server of running) await server.stop("SIGKILL");
  await proxy.close();
  await log.close();
  await database.close();
});

async function started(env: Record<string, string>): Promise<ServerProcess> {
  const settings = { databaseUrl: proxy.url, args: [], fromSources: true, until: "/health/live" };
  const server = await startServerProcess({ ...settings, env });
  running.push(server);
  return server;
}
const inEventStoreDb = () => ({ EVENT_STORE: "eventstoredb", EVENTSTORE_URL: log.url });

async function readyAt({ origin }: ServerProcess) {
  const response = await fetch(`${origin}/health/ready`);
  const { status, reason, database: db, eventStore } = await response.json();
  return { code: response.status, status, reason, database: db, eventStore };
}
/** On a busy machine the demo takes a quarter of a minute. */
const waitMs = 90_000;
const isReady = (server: ServerProcess) =>
  vi.waitFor(async () => expect(await readyAt(server)).toMatchObject({ code: 200, status: "ok" }), waitMs);

async function teamsAt({ origin }: ServerProcess): Promise<string[]> {
  const { data } = (await envelopeOf(await fetch(`${origin}/api/v1/teams/combined`))) as {
    data: { allTeams: { content: { teamName: string }[] } };
  };
  return data.allTeams.content.map(({ teamName }) => teamName).sort();
}
const demoTeams = ["그래프탐험대", "새벽네시반", "퇴근후두문제"];

const written = async () => {
  const { rowCount } = await database.pool.query("SELECT FROM commands");
  return log.log.records.length + (rowCount ?? 0);
};

it.each([
  [
    "PostgreSQL",
    () => ({}),
    (isAway: boolean) => proxy.set(isAway ? "refused" : "through"),
    { code: 503, status: "unready", database: "unreachable", eventStore: "unreachable" },
  ],
  [
    "EventStoreDB",
    inEventStoreDb,
    (isAway: boolean) => {
      log.leader = isAway ? undefined : 0;
    },
    { code: 200, status: "degraded", reason: "demo", database: "ok", eventStore: "unreachable" },
  ],
])(
  "a log in %s that goes away during the demo ends no process; the demo is completed, once",
  async (_, env, set, ready) => {
    const server = await started(env());
    await vi.waitFor(async () => expect(await written()).toBeGreaterThan(20), { interval: 5 });
    set(true);
    await vi.waitFor(async () => expect(await readyAt(server)).toMatchObject(ready));
    set(false);
    await isReady(server);
    expect(await teamsAt(server)).toEqual(demoTeams);
  },
);

it("a start while no leader is elected serves what there is, and writes the demo once there is one", async () => {
  log.leader = undefined;
  const first = await started(inEventStoreDb());
  const away = { code: 200, status: "degraded", reason: "demo", database: "ok", eventStore: "unreachable" };
  await vi.waitFor(async () => expect(await readyAt(first)).toEqual(away));
  expect(await teamsAt(first)).toEqual([]);
  log.leader = 0;
  await isReady(first);
  expect(await teamsAt(first)).toEqual(demoTeams);
  await first.stop();
  running = [];

  // The answers of commands are deleted after two days.
  await database.pool.query("UPDATE command_claims SET fingerprint = NULL, answer = NULL");
  log.leader = undefined;
  const again = await started(inEventStoreDb());
  await vi.waitFor(async () => expect(await readyAt(again)).toEqual({ ...away, reason: undefined }));
  expect(await teamsAt(again)).toEqual(demoTeams);
  log.leader = 0;
  await isReady(again);
  expect(await teamsAt(again)).toEqual(demoTeams);
});
