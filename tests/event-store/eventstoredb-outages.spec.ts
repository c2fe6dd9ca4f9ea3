import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Appended,
  AppendTooLarge,
  LogBehind,
  type OwnedEventStore,
  StoreUnavailable,
} from "#services/event-store/event-store";
import { type EventStoreDbOptions, eventStoreDb } from "#services/event-store/eventstoredb";
import { withinBudget } from "#services/event-store/time-budget";
import { until } from "#tests/support/until";
import { type EventStoreDb, startEventStoreDb } from "../eventstoredb/server.ts";
import { certificate } from "../eventstoredb/tls.ts";
import { commandOf, numbered } from "../support/commands.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { follow } from "./event-store.contract.ts";

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase<unknown>;
const open = new Set<() => Promise<void>>();
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeEach(async () => {
  database = await testDatabase({ max: 10 });
  process.on("unhandledRejection", note);
});
afterEach(async () => {
  for (const close of [...open].reverse()) await close();
  open.clear();
  await database.close();
  process.off("unhandledRejection", note);
  // Any of them would have ended the process of the product.
  expect(unhandled.splice(0)).toEqual([]);
});

async function cluster(nodes = 1, isSecure = false): Promise<EventStoreDb> {
  const server = await startEventStoreDb({ nodes, isSecure });
  open.add(server.close);
  return server;
}

function storeOn(url: string, options: Partial<EventStoreDbOptions> = {}): OwnedEventStore {
  const store = eventStoreDb({ url, pool: database.pool, ...options });
  open.add(store.close);
  return store;
}

const append = (store: OwnedEventStore, stream: string, n = 0, command = commandOf()) =>
  store.append(stream, [numbered(n)], n - 1, command);
const checkpointOf = (appended: Appended) =>
  appended.outcome === "appended" ? appended.checkpoint : appended.command.checkpoint;

describe("a log without any event", () => {
  it("has no position that a subscription could reach, and delivers its first event", async () => {
    const store = storeOn((await cluster()).url);
    const stop = new AbortController();
    const batches = store.subscribe(store.start, stop.signal)[Symbol.asyncIterator]();
    const first = batches.next();
    const appended = checkpointOf(await append(store, "first-1"));
    expect(await first).toMatchObject({ value: { checkpoint: appended, events: [{ stream: "first-1" }] } });
    stop.abort();
    await batches.return?.();
  });
});

/** Limit of a command, shorter than that of the product, so that outages that exceed it can be short. */
const budgetMs = 2000;

/**
 * Appends to its own stream until told to stop, every event once; returns the longest wait for a response
 * (milliseconds).
 */
async function writer(store: OwnedEventStore, stream: string, isOver: () => boolean) {
  let n = 0;
  let longest = 0;
  while (!isOver()) {
    const command = commandOf();
    for (let isAnswered = false; !isAnswered; ) {
      const began = performance.now();
      isAnswered = await withinBudget(budgetMs, () => append(store, stream, n, command)).then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(StoreUnavailable);
          return false;
        },
      );
      longest = Math.max(longest, performance.now() - began);
    }
    n += 1;
  }
  return { count: n, longest };
}

describe("eight writers", () => {
  async function through(nodes: number, disturb: (server: EventStoreDb) => Promise<void>) {
    const server = await cluster(nodes);
    // Without pings, which would detect a frozen node as well, but later.
    const store = storeOn(`${server.url}&keepAliveInterval=-1`, { answerMs: budgetMs / 2 });
    let isOver = false;
    const names = Array.from({ length: 8 }, (_, n) => `through-${n}`);
    const writing = Promise.all(names.map((name) => writer(store, name, () => isOver)));
    const reading = follow(store, store.start, (seen) => seen.at(-1)?.stream === "through-end");
    await until(() => expect(server.log.records.length).toBeGreaterThan(20));
    await disturb(server);
    const before = server.log.records.length;
    await until(() => expect(server.log.records.length).toBeGreaterThan(before + 20));
    isOver = true;
    const written = await writing;
    await append(store, "through-end");
    const seen = await reading;
    for (const [n, name] of names.entries()) {
      const stored = server.log.stream(name).map(({ data }) => JSON.parse(Buffer.from(data).toString()).n);
      expect(stored).toEqual(Array.from({ length: written[n]?.count ?? 0 }, (_, index) => index));
    }
    expect(seen.map(({ eventId }) => eventId)).toEqual(server.log.records.map(({ id }) => id));
    expect(Math.max(...written.map(({ longest }) => longest))).toBeLessThan(budgetMs + 1000);
  }

  it("lose and duplicate nothing when the leader freezes and wakes up as a follower", () =>
    through(3, async (server) => {
      server.nodes[0]?.freeze();
      server.leader = 1;
      await until(() => expect(server.nodes[1]?.calls.append).toBeGreaterThan(10));
      server.nodes[0]?.thaw();
    }));

  it("lose and duplicate nothing when the leader is killed", () =>
    through(3, async (server) => {
      server.nodes[0]?.down();
      server.leader = 2;
      await until(() => expect(server.nodes[2]?.calls.append).toBeGreaterThan(10));
      server.nodes[0]?.up();
    }));

  it("get errors while no node is reachable, and continue when the cluster is back", () =>
    through(3, async (server) => {
      for (const { down } of server.nodes) down();
      await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(began + budgetMs + 1000));
      for (const { up } of server.nodes) up();
    }));

  it("get errors while every node is frozen, and continue when they wake up", () =>
    through(3, async ({ nodes }) => {
      for (const { freeze } of nodes) freeze();
      await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(began + budgetMs + 1000));
      for (const { thaw } of nodes) thaw();
    }));

  let began = 0;
  beforeEach(() => {
    began = performance.now();
  });
});

it("a command that reads and appends at a frozen node is refused within its time budget", async () => {
  const server = await cluster();
  const store = storeOn(server.url);
  await append(store, "budget-1");
  server.nodes[0]?.freeze();
  const began = performance.now();
  const command = async () => {
    await store.read("budget-1");
    return append(store, "budget-1", 1);
  };
  await expect(withinBudget(1000, command)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(performance.now() - began).toBeLessThan(2000);
  await expect(withinBudget(500, () => append(store, "budget-2"))).rejects.toThrow(/it does not answer/);
});

it("a command is refused within its time budget while frozen nodes name no leader", async () => {
  const server = await cluster(3);
  for (const node of server.nodes) node?.freeze();
  const store = storeOn(server.url);
  const began = performance.now();
  await expect(withinBudget(1000, () => append(store, "budget-3"))).rejects.toBeInstanceOf(StoreUnavailable);
  expect(performance.now() - began).toBeLessThan(2000);
});

// Both without pings, which would detect it as well, but later.
it("a subscription leaves a frozen leader together with the appends", async () => {
  const server = await cluster(3);
  const store = storeOn(`${server.url}&keepAliveInterval=-1`, { answerMs: 500 });
  const following = follow(store, store.start, (seen) => seen.length >= 2);
  await append(store, "frozen-1");
  await until(() => expect(server.nodes[0]?.calls.subscribe).toBeGreaterThan(0));
  server.nodes[0]?.freeze();
  server.leader = 1;
  const command = commandOf();
  await until(() => append(store, "frozen-2", 0, command));
  expect(await following).toHaveLength(2);
});

it("a subscription over an unresponsive connection continues over a new one", async () => {
  const server = await cluster();
  const store = storeOn(`${server.url}&keepAliveInterval=-1`, { answerMs: 500 });
  await append(store, "lost-1");
  server.nodes[0]?.lose();
  expect(await follow(store, store.start, (seen) => seen.length >= 1)).toHaveLength(1);
});

it("malformed responses end a call, not the process", async () => {
  const server = await cluster();
  const store = storeOn(server.url);
  await append(store, "bad-1");
  const [record] = server.log.records;
  Object.assign(record!, { position: "no number" });
  await expect(store.readAll(store.start, 10)).rejects.toBeInstanceOf(StoreUnavailable);
  Object.assign(record!, { position: 113n });
  expect((await store.readAll(store.start, 10)).events).toHaveLength(1);
});

describe("a log that was replaced by an older copy", () => {
  async function replaced() {
    const server = await cluster();
    const positions: string[] = [];
    const reports: string[] = [];
    const options = {
      knownPositions: async () => positions,
      report: (sentence: string) => reports.push(sentence),
    };
    const store = storeOn(server.url, options);
    for (let n = 0; n < 4; n += 1) positions[0] = checkpointOf(await append(store, "known-1", n));
    const whole = [...server.log.records];
    server.log.truncate(2);
    return { server, store, whole, positions, reports, again: () => storeOn(server.url, options) };
  }

  it("is detected at the start: nothing is written and reading continues until the right one is back", async () => {
    const { server, again, whole, reports } = await replaced();
    const store = again();
    expect(await store.isBehind?.()).toBe(true);
    await expect(append(store, "other-1")).rejects.toBeInstanceOf(LogBehind);
    expect(server.log.stream("other-1")).toEqual([]);
    expect((await store.read("known-1")).revision).toBe(1);
    expect(reports).toEqual([expect.stringContaining("--accept-shorter-log")]);
    server.log.truncate(0);
    for (const record of whole) server.log.append(record.stream, [record], record.revision - 1);
    await until(() => append(store, "other-1"));
  });

  it("is detected in a running system by the first append that lands before a known position", async () => {
    const { store, reports } = await replaced();
    await expect(append(store, "other-2")).rejects.toBeInstanceOf(LogBehind);
    await expect(append(store, "other-3")).rejects.toBeInstanceOf(LogBehind);
    expect(reports).toHaveLength(1);
    // It was not acknowledged: the command is still to be executed.
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS n FROM command_claims WHERE entry IS NOT NULL",
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it("is detected even if system events have grown beyond the known position", async () => {
    const { server, again } = await replaced();
    for (let n = 0; n < 50; n += 1) server.log.appendSystemEvent();
    expect(await again().isBehind?.()).toBe(true);
  });

  it("is detected even if all responses are deleted, by the checkpoints of the read models", async () => {
    const { again } = await replaced();
    await database.pool.query("UPDATE command_claims SET fingerprint = NULL, answer = NULL");
    expect(await again().isBehind?.()).toBe(true);
  });

  it("does not move consumers to its own positions, which the right one may not have", async () => {
    const { server, again, positions } = await replaced();
    const stop = new AbortController();
    const reached: string[] = [];
    const following = (async () => {
      for await (const { checkpoint } of again().subscribe(positions[0] ?? "", stop.signal))
        reached.push(checkpoint);
    })();
    const subscriptions = () => server.nodes[0]?.calls.subscribe ?? 0;
    await until(() => expect(subscriptions()).toBe(1));
    for (let n = 0; n < 1000; n += 1) server.log.appendSystemEvent();
    await until(() => expect(reached.length + subscriptions()).toBeGreaterThan(1));
    stop.abort();
    await following;
    expect(reached).toEqual([]);
  });

  it.each([0, 50])(
    "is detected by an append that had to be repeated, after %i system events",
    async (count) => {
      const { server, store } = await replaced();
      for (let n = 0; n < count; n += 1) server.log.appendSystemEvent();
      server.answersToLose = 1;
      await expect(append(store, "other-5")).rejects.toBeInstanceOf(LogBehind);
      expect(server.log.stream("other-5")).toHaveLength(1);
    },
  );

  it("is detected by the first append after a lost connection, although the server has written beyond the known position", async () => {
    const { server, store, positions } = await replaced();
    const stop = new AbortController();
    const next = store
      .subscribe(positions[0] ?? "", stop.signal)
      [Symbol.asyncIterator]()
      .next();
    const subscriptions = (count: number) =>
      until(() => expect(server.nodes[0]?.calls.subscribe).toBeGreaterThanOrEqual(count));
    await subscriptions(1);
    for (let n = 0; n < 50; n += 1) server.log.appendSystemEvent();
    server.nodes[0]?.cut();
    await subscriptions(2);
    await expect(append(store, "other-9")).rejects.toBeInstanceOf(LogBehind);
    expect(server.log.stream("other-9")).toEqual([]);
    stop.abort();
    await next;
  });

  it("is not suspected if an append was written long before its response", async () => {
    const { server, store, again, whole } = await replaced();
    server.log.truncate(0);
    for (const record of whole) server.log.append(record.stream, [record], record.revision - 1);
    const command = commandOf();
    server.answersToLose = 2;
    await expect(withinBudget(100, () => append(store, "other-6", 0, command))).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    server.answersToLose = 0;
    await append(store, "other-7");
    const other = again();
    await append(other, "other-8");
    expect((await append(other, "other-6", 0, command)).outcome).toBe("repeated");
    expect(server.log.stream("other-6")).toHaveLength(1);
  });

  it("is not suspected if events fill the last page of a subscription", async () => {
    const server = await cluster();
    const store = storeOn(server.url);
    for (let n = 0; n < 32; n += 1) await append(store, "page-1", n);
    const checkpoints: string[] = [];
    const stop = new AbortController();
    let next: Promise<unknown> | undefined;
    for await (const { events, checkpoint } of store.subscribe(store.start, stop.signal)) {
      checkpoints.push(checkpoint);
      // Not awaited: what the server has sent after the page is read meanwhile.
      if (events.at(-1)?.revision === 31) next = append(store, "page-2");
      if (events.at(-1)?.stream === "page-2") stop.abort();
    }
    await next;
    const positions = server.log.records.map(({ position }) => `${position}/${position}`);
    for (const checkpoint of checkpoints) expect(positions).toContain(checkpoint);
  });

  it("does not fail its consumers, which continue when the right one is back", async () => {
    const { server, again, whole, positions } = await replaced();
    const store = again();
    const following = follow(store, positions[0] ?? "", (seen) => seen.length >= 1);
    await until(() => expect(server.nodes[0]?.calls.subscribe).toBeGreaterThan(0));
    server.log.truncate(0);
    for (const record of whole) server.log.append(record.stream, [record], record.revision - 1);
    await until(() => append(store, "other-4"));
    expect(await following).toMatchObject([{ stream: "other-4" }]);
  });
});

it("an append that is too large for the server is reported with the required setting", async () => {
  const server = await cluster();
  server.maxAppendBytes = 1024 * 1024;
  const report = vi.fn();
  const store = storeOn(server.url, { report });
  const large = { ...numbered(0), data: { text: "x".repeat(1_200_000) } };
  await expect(store.append("large-1", [large], -1, commandOf())).rejects.toBeInstanceOf(AppendTooLarge);
  expect(report).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/1048576.*MaxAppendSize.* to 4194304/),
  );
  server.exceeded = "maximum-append-event-size";
  await expect(store.append("large-1", [large], -1, commandOf())).rejects.toBeInstanceOf(AppendTooLarge);
});

describe("a store that cannot be used reports the reason in one sentence:", () => {
  const reasonAt = async (url: string) => {
    const error: Error = await storeOn(url, { answerMs: 1000 })
      .head()
      .then(
        () => expect.unreachable(),
        (reason) => reason,
      );
    expect(error.message).not.toMatch(/secret|\n/);
    return error.message;
  };

  it("nothing listens, the name is unknown, or the address is invalid", async () => {
    expect(() => storeOn("esdb://admin:secret@?tls=false")).toThrow(/^EVENTSTORE_URL cannot be read/);
    expect(() => storeOn("esdb://admin:100%@a")).toThrow(/^EVENTSTORE_URL cannot be read/);
    const other = createServer((_, response) => response.writeHead(404).end()).listen(0, "127.0.0.1");
    open.add(async () => void other.close());
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const hosts = ["admin:secret@127.0.0.1:1", "none.invalid:1", `127.0.0.1:${port}`];
    expect(await Promise.all(hosts.map((host) => reasonAt(`esdb://${host}?tls=false`)))).toEqual([
      expect.stringMatching(/EVENTSTORE_URL.*nothing listens/),
      expect.stringMatching(/EVENTSTORE_URL.*name is not known/),
      expect.stringMatching(/EVENTSTORE_URL is not an EventStoreDB/),
    ]);
    expect(() => storeOn("esdb://a?tlsCAFile=/none")).toThrow(/EVENTSTORE_URL.*\/none.*ENOENT/);
  });

  it("TLS is misconfigured: not supported, required, or not trusted", async () => {
    const plain = await cluster();
    const secure = await cluster(1, true);
    const swapped = [plain.url.replace("tls=false", "tls=true"), secure.url.replace("tls=true", "tls=false")];
    expect(await Promise.all([...swapped, secure.url].map(reasonAt))).toEqual([
      expect.stringMatching(/does not speak TLS/),
      expect.stringMatching(/with TLS alone/),
      expect.stringMatching(/certificate is not trusted.*tlsCAFile/),
    ]);
    const file = join(tmpdir(), `algomoim-ca-${process.pid}.pem`);
    await writeFile(file, certificate);
    const store = storeOn(`${secure.url.replace("esdb://", "esdb://admin:secret@")}&tlsCAFile=${file}`);
    expect((await append(store, "secure-1")).outcome).toBe("appended");
  });

  it("user or password are refused, or may not read the log", async () => {
    const server = await cluster();
    server.denial = { code: status.UNAUTHENTICATED, details: "Unauthenticated" };
    expect(await reasonAt(server.url)).toMatch(/refuses the user or the password in EVENTSTORE_URL/);
    server.denial = { code: status.PERMISSION_DENIED, details: "Access Denied" };
    expect(await reasonAt(server.url)).toMatch(/user in EVENTSTORE_URL may not/);
  });

  it("a cluster has no leader, is not ready, or is not trusted", async () => {
    const [vacant, unready, secure] = await Promise.all([cluster(3), cluster(3), cluster(3, true)]);
    vacant.leader = undefined;
    unready.denial = { code: status.UNAVAILABLE, details: "Server Is Not Ready" };
    expect(await Promise.all([vacant, unready, secure].map(({ url }) => reasonAt(url)))).toEqual([
      expect.stringMatching(/no leader is elected/),
      expect.stringMatching(/not ready.*see its log/),
      expect.stringMatching(/certificate is not trusted.*tlsCAFile/),
    ]);
  });
});
