import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StoreUnavailable } from "#services/event-store/event-store";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { type Database, openDatabase } from "#services/platform/database/database";
import { follow } from "#tests/event-store/event-store.contract";
import { commandOf, numbered } from "#tests/support/commands";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { beside } from "./beside.ts";
import { seededRandom } from "./random.ts";
import { figure, isLong, rounds } from "./rounds.ts";
import { type TcpProxy, tcpProxy } from "./tcp-proxy.ts";

let database: TestDatabase<unknown>;
let line: TcpProxy;
let away: Database<unknown>;
let near: PostgresEventStore;
let far: PostgresEventStore;

beforeAll(async () => {
  database = await testDatabase({ max: 10 });
  line = await tcpProxy(database.url);
  // The long form keeps the product's own patience.
  away = openDatabase(line.url, isLong ? {} : { statementTimeoutMs: 500 });
  near = postgresEventStore(database.pool);
  far = postgresEventStore(away.pool);
});
afterAll(async () => {
  await far.close();
  await near.close();
  await line.close();
  await away.close();
  await database.close();
});

it("T9 every append is there once, and both readers see one order, whatever the line does in the middle of a commit", async () => {
  const { seed, random } = seededRandom();
  const after = await near.head();
  const written = new Set<string>();
  let isOver = false;
  let longest = 0;
  let unanswered = 0;

  async function append(): Promise<void> {
    const command = commandOf();
    const stream = `line-${command.commandId}`;
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
  // `deaf`: PostgreSQL takes the commit, and the line breaks before it can say so.
  const faults = ["late", "deaf", "silent", "refused", "cut"] as const;
  const times = rounds(5, 60);
  await beside(writers, async () => {
    for (let n = 0; n < times; n += 1) {
      const fault = faults[n % faults.length]!;
      const before = written.size;
      if (fault === "cut") line.cut();
      else {
        line.set(fault);
        await pause(50 + random() * 250);
        line.set("through");
      }
      await expect
        .poll(() => written.size, { timeout: 60_000, interval: 5, message: `${fault}, seed ${seed}` })
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
    `${times} faults of the line (seed ${seed}), ${written.size} events, ${unanswered} calls without an answer, longest call ${Math.round(longest)} ms`,
  );
  if (isLong) expect(longest).toBeLessThan(15_000);
}, 300_000);
