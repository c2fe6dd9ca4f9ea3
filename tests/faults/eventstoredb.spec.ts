import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EventStoreDb, startEventStoreDb } from "#tests/eventstoredb/server";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process";
import { until } from "#tests/support/until";
import { figure, rounds } from "./rounds.ts";
import { type Writer, writerAt } from "./writer.ts";

/** Duration of each fault in milliseconds: longer than a command's time budget in the long form. */
const faultMs = rounds(2000, 20_000);
const writers = 8;
const maxAnswerMs = 7000;

let database: TestDatabase<unknown>;
let cluster: EventStoreDb;
let server: ServerProcess;
beforeAll(async () => {
  database = await testDatabase();
  cluster = await startEventStoreDb({ nodes: 3 });
  const env = { EVENT_STORE: "eventstoredb", EVENTSTORE_URL: cluster.url };
  server = await startServerProcess({ databaseUrl: database.url, fromSources: true, env });
});
afterAll(async () => {
  await server.stop("SIGKILL");
  await cluster.close();
  await database.close();
});

/** The faults of the cluster, in order. */
const faults: Readonly<Record<string, (nodes: EventStoreDb["nodes"]) => Promise<void>>> = {
  async "the leader freezes and wakes up as a follower"(nodes) {
    nodes[0]?.freeze();
    await pause(faultMs / 4);
    cluster.leader = 1;
    await pause(faultMs);
    nodes[0]?.thaw();
  },
  async "both followers are killed: no quorum, no leader"(nodes) {
    for (const n of [0, 2]) nodes[n]?.down();
    cluster.leader = undefined;
    await pause(faultMs);
    for (const n of [0, 2]) nodes[n]?.up();
    cluster.leader = 2;
  },
  async "no node can be found"(nodes) {
    for (const { down } of nodes) down();
    await pause(faultMs);
    for (const { up } of nodes) up();
  },
  async "all nodes freeze"(nodes) {
    for (const { freeze } of nodes) freeze();
    await pause(faultMs);
    for (const { thaw } of nodes) thaw();
  },
};

it("T19 serves eight writers through the faults of an EventStoreDB cluster", async () => {
  const people = await Promise.all(
    Array.from({ length: writers }, (_, n) => writerAt(() => server.origin, `writer${n}`)),
  );
  const before = stored();
  let isOver = false;
  let taken = 0;
  let refused = 0;
  let longest = 0;
  const write = async (writer: Writer, n: number) => {
    while (!isOver) {
      const title = `글 ${n}-${randomUUID().slice(0, 8)}`;
      const key = randomUUID();
      for (let status = 0; status !== 201; ) {
        const began = performance.now();
        const answer = await writer.post(title, key);
        longest = Math.max(longest, performance.now() - began);
        status = answer.status;
        if (status !== 201) expect(answer).toMatchObject({ status: 503, retryAfter: expect.any(String) });
        if (status === 201) taken += 1;
        else refused += 1;
      }
    }
  };
  const writing = Promise.all(people.map(write));
  for (const disturb of Object.values(faults)) {
    const so = taken;
    await disturb(cluster.nodes);
    // All writers recover by themselves.
    await until(() => expect(taken).toBeGreaterThan(so + writers));
  }
  isOver = true;
  await writing;
  expect(stored() - before).toBe(taken);
  await until(async () => {
    const { rows } = await database.pool.query("SELECT count(*)::int AS n FROM my_articles");
    expect(rows[0].n).toBe(taken);
  });
  // The same process has served since the start.
  expect((await fetch(`${server.origin}/health/live`)).status).toBe(200);
  expect(longest).toBeLessThan(maxAnswerMs);
  figure("T19", `${taken} articles, ${refused} answers of 503, longest wait ${Math.round(longest)} ms`);
}, 400_000);

const stored = () => cluster.log.records.filter(({ type }) => type === "ArticlePosted").length;
