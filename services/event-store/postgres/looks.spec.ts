import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { commandOf, numbered } from "#tests/support/commands";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { appendRaw, connectionTo, entry } from "#tests/support/raw-append";
import { StoreUnavailable, WrongRevision } from "../event-store.ts";
import { type PostgresEventStore, postgresEventStore } from "../postgres.ts";
import { Bell } from "../wait.ts";
import { createLooks, type Looks } from "./looks.ts";
import { callPrepared } from "./prepared-call.ts";

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await testDatabase({ max: 20 });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => database.close());

const patience = { timeout: 30_000, interval: 10 };
const watchConnections = () => vi.spyOn(database.pool, "connect");
const stream = () => `look-${randomUUID()}`;
const add = (to: PostgresEventStore, n: number) => to.append(stream(), [numbered(n)], -1, commandOf());

describe("a subscriber that waits", () => {
  let store: PostgresEventStore;
  let seen: unknown[];
  let stop: AbortController;
  let connections: ReturnType<typeof watchConnections>;

  /** Follows the log with a store of its own, by default one that never looks by itself. */
  async function following(pollsMs = [3_600_000]): Promise<void> {
    store = postgresEventStore(database.pool, { pollsMs });
    seen = [];
    stop = new AbortController();
    const waits = vi.spyOn(Bell.prototype, "wait");
    const after = await store.head();
    void (async () => {
      for await (const { events } of store.subscribe(after, stop.signal))
        seen.push(...events.map(({ data }) => data.n));
    })();
    // It listens by then: the ring with which that begins is over.
    await vi.waitFor(() => expect(waits.mock.calls.length).toBeGreaterThan(1), patience);
    waits.mockRestore();
    await nextTurn();
    connections = watchConnections();
  }
  const has = (...ns: number[]) => vi.waitFor(() => expect(seen).toEqual(ns), patience);
  afterEach(async () => {
    stop.abort();
    await store.close();
  });

  it("is handed an event with the look that went out with its append, without a connection more", async () => {
    await following();
    for (const n of [1, 2, 3]) {
      connections.mockClear();
      await add(store, n);
      await has(...[1, 2, 3].slice(0, n));
      expect(connections).toHaveBeenCalledTimes(1);
    }
  });

  it("gets everything once and in order while appends overlap, here and elsewhere, and some commit late", async () => {
    await following([5]);
    const elsewhere = postgresEventStore(database.pool);
    const from = await store.head();
    const late = await connectionTo(database.url);
    let n = 0;
    const next = () => {
      n += 1;
      return n;
    };
    for (let round = 0; round < 30; round += 1) {
      await late.query("BEGIN");
      await appendRaw(late, entry(stream(), next()));
      const begun = [add(store, next()), add(elsewhere, next())];
      await nextTurn();
      begun.push(add(store, next()));
      if (round % 3 === 0) await Promise.all(begun);
      await Promise.all([late.query("COMMIT"), ...begun]);
      if (round % 2 === 0) await add(store, next());
    }
    await late.end();
    await vi.waitFor(() => expect(seen).toHaveLength(n), patience);
    const { events } = await store.readAll(from, 999);
    expect(seen).toEqual(events.map(({ data }) => data.n));
    await elsewhere.close();
  });

  it("gets nothing behind a transaction that may commit before it, until that has ended", async () => {
    await following([50]);
    const late = await connectionTo(database.url);
    await late.query("BEGIN");
    await appendRaw(late, entry(stream(), 1));
    await add(store, 2);
    await add(store, 3);
    connections.mockClear();
    // It has looked by itself since.
    await vi.waitFor(() => expect(connections.mock.calls.length).toBeGreaterThan(1), patience);
    expect(seen).toEqual([]);
    await late.query("COMMIT");
    await late.end();
    await has(1, 2, 3);
  });

  it("goes on waiting when an append is refused or its connection is cut, and gets the next one", async () => {
    await following();
    const known = stream();
    await store.append(known, [numbered(1)], -1, commandOf());
    await has(1);
    connections.mockClear();
    await expect(store.append(known, [numbered(2)], -1, commandOf())).rejects.toBeInstanceOf(WrongRevision);
    await store.append(known, [], 0, commandOf());
    await nextTurn();
    // What the refusal and the command without events took themselves: nobody has been woken.
    expect(connections).toHaveBeenCalledTimes(3);
    const holder = await connectionTo(database.url);
    await holder.query("BEGIN");
    const held = entry(stream(), 2);
    await appendRaw(holder, held);
    const cut = expect(store.append(held.stream, [numbered(2)], -1, commandOf())).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    const cutting =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect((await database.pool.query(cutting)).rowCount).toBe(1), patience);
    await cut;
    await holder.query("ROLLBACK");
    await holder.end();
    expect(seen).toEqual([1]);
    await add(store, 3);
    await has(1, 3);
  });
});

describe("a look behind an append", () => {
  const pool = () => database.pool;
  let bell: Bell;
  let looks: Looks;
  let place: string;
  const waiting = (signal = new AbortController().signal) =>
    looks.waitAt(place, bell.ticket(), 3_600_000, signal);
  beforeEach(async () => {
    bell = new Bell();
    looks = createLooks(pool(), bell);
    place = await postgresEventStore(pool()).head();
  });

  it("is there while somebody waits, and one at a time", async () => {
    expect(looks.behindAppend()).toBeUndefined();
    const [stop, other] = [new AbortController(), new AbortController()];
    const both = [waiting(stop.signal), waiting(other.signal)];
    stop.abort();
    await both[0];
    const behind = looks.behindAppend();
    expect(behind?.call.values.join(".")).toContain(place);
    expect(looks.behindAppend()).toBeUndefined();
    behind?.share();
    expect(looks.behindAppend()).toBeDefined();
    other.abort();
    await both[1];
    expect(looks.behindAppend()).toBeUndefined();
  });

  it.each([
    ["is shared by all who wake", 1, true, true],
    ["is for nobody when another ring may be for something later", 2, true, false],
    ["is for nobody when its append was not made that way", 1, false, false],
  ])("%s", async (_, rings, isMade, isShared) => {
    void waiting();
    const behind = looks.behindAppend();
    if (isMade && behind) behind.take(callPrepared(pool(), behind.call));
    const connect = watchConnections();
    for (let n = 0; n < rings; n += 1) bell.ring();
    behind?.share();
    const woken = [looks.after(place), looks.after(place)];
    expect(connect).toHaveBeenCalledTimes(isShared ? 0 : 1);
    for (const { ticket, found } of woken) {
      expect(ticket).toBe(bell.ticket());
      expect(await found).toEqual({ events: [], checkpoint: place });
    }
  });

  it("that found no store leaves everybody looking by themselves, and is kept for nobody later", async () => {
    void waiting();
    const behind = looks.behindAppend();
    behind?.take(Promise.reject(new Error("Connection terminated")));
    bell.ring();
    behind?.share();
    expect(await looks.after(place).found).toBeUndefined();
    await nextTurn();
    expect(await looks.after(place).found).toEqual({ events: [], checkpoint: place });
  });
});
