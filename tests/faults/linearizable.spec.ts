import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StoreUnavailable, WrongRevision } from "#services/event-store/event-store";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { type Database, openDatabase } from "#services/platform/database/database";
import { follow } from "#tests/event-store/event-store.contract";
import { commandOf, numbered } from "#tests/support/commands";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { type Operation, violations } from "./linearizability.ts";
import { figure, isLong, rounds, seededRandom } from "./rounds.ts";
import { type TcpProxy, tcpProxy } from "./tcp-proxy.ts";
import { beside } from "./writer.ts";

const began = 0;
const ended = 10;
const stream = "a-1";
const read = (revision: number, from = began, to = ended): Operation => ({
  stream,
  began: from,
  ended: to,
  did: { type: "read", revision },
});
const append = (expected: number, from = began, to = ended): Operation => ({
  stream,
  began: from,
  ended: to,
  did: { type: "append", expected, revision: expected + 1 },
});
const refused = (expected: number, from = began, to = ended): Operation => ({
  stream,
  began: from,
  ended: to,
  did: { type: "refused", expected },
});

describe("T3 the checker", () => {
  it.each([
    ["a read of what was overwritten before it began", [append(-1, 0, 1), append(0, 2, 3), read(0, 4, 5)]],
    ["a read of what was appended after it ended", [append(-1, 4, 5), read(0, 1, 2)]],
    ["two reads that go backwards", [append(-1, 0, 9), read(0, 1, 2), read(-1, 3, 4)]],
    ["one revision made twice", [append(-1), append(-1)]],
    ["a revision that no append made", [append(-1), append(1)]],
    ["a refusal of what fitted all the time", [append(-1, 0, 1), refused(0, 2, 3), append(0, 4, 5)]],
    ["a refusal of the first on an empty stream", [refused(-1, 0, 1), append(-1, 2, 3)]],
  ])("finds %s", (_, history) => expect(violations(history)).not.toEqual([]));

  it.each([
    ["what overlaps in any order", [append(-1), read(-1), read(0), refused(-1), append(0), read(1)]],
    ["a refusal after the stream moved on", [append(-1, 0, 1), append(0, 2, 3), refused(0, 4, 5)]],
    ["an append that was never answered", [append(-1, 0, Infinity), read(-1, 1, 2), read(0, 8, 9)]],
  ])("accepts %s", (_, history) => expect(violations(history)).toEqual([]));
});

describe("T3 every stream", () => {
  let database: TestDatabase<unknown>;
  let proxy: TcpProxy;
  let away: Database<unknown>;
  const stores: PostgresEventStore[] = [];
  beforeAll(async () => {
    database = await testDatabase({ max: 10 });
    proxy = await tcpProxy(database.url);
    // The long form keeps the product's timeouts.
    away = openDatabase(proxy.url, { max: 10, ...(isLong ? {} : { statementTimeoutMs: 500 }) });
    stores.push(postgresEventStore(database.pool), postgresEventStore(away.pool));
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await away.close();
    await proxy.close();
    await database.close();
  });

  it("is linearizable under a random history of reads and appends by two processes, one with a connection that breaks", async () => {
    const { seed, random } = seededRandom();
    const count = rounds(1500, 10_000);
    const streams = Array.from({ length: 5 }, () => `cas-${randomUUID()}`);
    const history: Operation[] = [];
    /** Appends whose response was lost: command and time of sending. */
    const unknown = new Map<string, { stream: string; expected: number; began: number }>();
    let clock = 0;
    const tick = () => {
      clock += 1;
      return clock;
    };

    async function act(store: PostgresEventStore, stream: string, known: Map<string, number>): Promise<void> {
      const sent = tick();
      const at = known.get(stream) ?? -1;
      const command = commandOf();
      const isRead = random() < 0.4;
      // Sometimes at a revision of the past or the future.
      const stray = random();
      const expected = stray < 0.05 ? at + 1 : stray < 0.1 ? Math.max(-1, at - 1) : at;
      try {
        if (isRead) {
          const { revision } = await store.read(stream);
          history.push({ stream, began: sent, ended: tick(), did: { type: "read", revision } });
          known.set(stream, revision);
        } else {
          await store.append(stream, [numbered(expected + 1)], expected, command);
          const did = { type: "append", expected, revision: expected + 1 } as const;
          history.push({ stream, began: sent, ended: tick(), did });
          known.set(stream, expected + 1);
        }
      } catch (error) {
        if (error instanceof WrongRevision) {
          history.push({ stream, began: sent, ended: tick(), did: { type: "refused", expected } });
          known.delete(stream);
          known.set(stream, (await stores[0]!.read(stream)).revision);
        } else if (!(error instanceof StoreUnavailable)) throw error;
        else if (!isRead) unknown.set(command.commandId, { stream, expected, began: sent });
      }
    }

    let left = count;
    const clients = Array.from({ length: 12 }, async (_, client) => {
      const known = new Map<string, number>();
      for (; left > 0; ) {
        left -= 1;
        const stream = streams[Math.floor(random() * streams.length)] as string;
        await act(stores[client % 2] as PostgresEventStore, stream, known);
        if (client === 0 && random() < 0.02) proxy.cut();
      }
    });
    await Promise.all(clients);
    // An append without a response is in the log from some moment on, or never.
    for (const stream of streams)
      for (const { revision, meta } of (await stores[0]!.read(stream)).events) {
        const sent = unknown.get(meta.commandId);
        if (!sent) continue;
        const did = { type: "append", expected: revision - 1, revision } as const;
        history.push({ stream, began: sent.began, ended: Number.POSITIVE_INFINITY, did });
      }
    const kinds = (type: string) => history.filter(({ did }) => did.type === type).length;
    expect(kinds("append"), `seed ${seed}`).toBeGreaterThan(count / 20);
    expect(kinds("refused"), `seed ${seed}`).toBeGreaterThan(0);
    for (const stream of streams) {
      const own = history.filter((operation) => operation.stream === stream);
      expect(violations(own), `seed ${seed}`).toEqual([]);
    }
    figure(
      "T3",
      `${history.length} operations (${kinds("read")} reads, ${kinds("append")} appends, ${kinds("refused")} refused, ${unknown.size} unanswered; seed ${seed}), 0 violations`,
    );
  }, 300_000);

  it("T9 every append exists once, and both readers see one order, whatever happens to the connection during a commit", async () => {
    const { seed, random } = seededRandom();
    const [near, far] = stores as [PostgresEventStore, PostgresEventStore];
    const after = await near.head();
    const written = new Set<string>();
    let isOver = false;
    let longest = 0;
    let unanswered = 0;

    async function append(): Promise<void> {
      const command = commandOf();
      const stream = `stream-${command.commandId}`;
      for (;;) {
        const began = performance.now();
        try {
          await far.append(stream, [numbered(written.size)], -1, command);
          written.add(stream);
          return;
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          unanswered += 1;
          await pause(20);
        } finally {
          longest = Math.max(longest, performance.now() - began);
        }
      }
    }
    const readers = [near, far].map((store) => follow(store, after, (seen) => seen.at(-1)?.type === "Last"));
    const writers = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!isOver) await append();
      }),
    );
    // `deaf`: PostgreSQL gets the commit, and the connection breaks before its response.
    const faults = ["late", "deaf", "silent", "refused", "cut"] as const;
    const times = rounds(5, 60);
    await beside(writers, async () => {
      for (let n = 0; n < times; n += 1) {
        const fault = faults[n % faults.length]!;
        const before = written.size;
        if (fault === "cut") proxy.cut();
        else {
          proxy.set(fault);
          // Moment and length of a fault come from the seed, so that it meets commits in all their phases.
          await pause(50 + random() * 250);
          proxy.set("through");
        }
        await expect
          .poll(() => written.size, { interval: 5, message: `${fault}, seed ${seed}` })
          .toBeGreaterThan(before + 20);
      }
    });
    isOver = true;
    await writers;
    await near.append(`last-${randomUUID()}`, [numbered(0, "Last")], -1, commandOf());
    const [one = [], other = []] = await Promise.all(readers);
    const streams = one.slice(0, -1).map(({ stream }) => stream);
    expect(streams.length, `seed ${seed}`).toBe(written.size);
    expect(new Set(streams)).toEqual(written);
    expect(other.map(({ eventId }) => eventId)).toEqual(one.map(({ eventId }) => eventId));
    figure(
      "T9",
      `${times} faults of the proxy (seed ${seed}), ${written.size} events, ${unanswered} calls without an answer, longest call ${Math.round(longest)} ms`,
    );
    if (isLong) expect(longest).toBeLessThan(15_000);
  }, 300_000);
});
