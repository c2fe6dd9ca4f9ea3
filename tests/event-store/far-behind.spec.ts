import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type RecordedEvent, StoreUnavailable, WrongRevision } from "#services/event-store/event-store";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { appendExisting, type ExistingEvent } from "#services/event-store/postgres/bulk-append";
import { readAhead } from "#services/event-store/postgres/read";
import { type Database, openDatabase } from "#services/platform/database/database";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { appendRaw, connectionTo, entry } from "../support/raw-append.ts";
import { follow } from "./event-store.contract.ts";

// CI's long run takes longer than that of other specs.
vi.setConfig({ testTimeout: 180_000 });

let database: TestDatabase<unknown>;
let reading: Database<unknown>;
let store: PostgresEventStore;
beforeAll(async () => {
  database = await testDatabase();
  const name = new URL(database.url).pathname.slice(1);
  // A time zone other than UTC, and another DateStyle.
  await database.pool.query(
    `ALTER DATABASE "${name}" SET TimeZone = 'Asia/Seoul'; ALTER DATABASE "${name}" SET DateStyle = 'German'`,
  );
  reading = openDatabase(database.url);
  store = postgresEventStore(reading.pool);
});
afterAll(async () => {
  await store.close();
  await reading.close();
  await database.close();
});

const idsOf = (events: readonly RecordedEvent[]) => events.map(({ eventId }) => eventId).join();
const kept = (n: number, rest: Partial<ExistingEvent> = {}): ExistingEvent => {
  const commandId = randomUUID();
  return {
    eventId: randomUUID(),
    stream: `counted-${randomUUID()}`,
    revision: 0,
    type: "Counted",
    schemaVersion: 1,
    data: { n },
    meta: { commandId, causationId: commandId, correlationId: commandId, actor: "system" },
    occurredAt: "2025-09-03T12:07:45.123Z",
    ...rest,
  };
};
const several = (amount: number) => {
  const stream = `counted-${randomUUID()}`;
  return Array.from({ length: amount }, (_, revision) => kept(revision, { stream, revision }));
};

/** Reads by small pages, as readers near the head do. */
async function nearby(after: string): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for (let at = after; ; at = all.at(-1)?.checkpoint ?? at) {
    const { events } = await store.readAll(at, 999);
    if (events.length === 0) return all;
    all.push(...events);
  }
}

it("returns to a reader far behind the same events as to one near the head", async () => {
  const odd = [
    "탭\t줄\n되돌림\r끝",
    "\\ \\\\ \\n \\t \\N \\.",
    "\"따옴표\" 'x' {}[],:",
    "\b\f\v\u001f\u007f\u2028",
    "👩‍👩‍👧‍👦 가 각 ㄱ é ß",
    "",
    " ",
  ];
  const after = await store.head();
  const written = [
    ...odd.map((text) => kept(0, { data: { text, [text]: [text, { deep: text }], none: null } })),
    ...odd.slice(0, 5).map((text) => kept(1, { type: text, stream: `${text}-${randomUUID()}` })),
    kept(2, { meta: { ...kept(0).meta, actor: odd.join("") }, schemaVersion: 32_000 }),
    kept(3, { occurredAt: "2025-12-31T23:59:59.000Z" }),
    kept(4, { occurredAt: "2025-01-01T00:00:00.120Z" }),
  ];
  await appendExisting(database.pool, written);
  const { events, checkpoint } = await store.readAll(after, 5000);
  expect(events).toEqual((await store.readAll(after, 500)).events);
  expect(events.map(({ checkpoint: _, ...event }) => event)).toEqual(written);
  const ahead: RecordedEvent[] = [];
  for await (const page of readAhead(reading.pool, after, 5000)) ahead.push(...page.events);
  expect(ahead).toEqual(events);
  expect(checkpoint).toBe(events.at(-1)?.checkpoint);
  expect(await store.readAll(checkpoint, 5000)).toEqual({ events: [], checkpoint });
});

it("reads pages and a new epoch in log order, up to a transaction in progress and not beyond it", async () => {
  const after = await store.head();
  await appendExisting(database.pool, several(3000));
  await database.pool.query("SELECT begin_new_epoch()");
  await appendExisting(database.pool, several(3500));
  const slow = await connectionTo(database.url);
  await slow.query("BEGIN");
  await appendRaw(slow, entry(`slow-${randomUUID()}`, 1));
  await appendExisting(database.pool, several(10));

  const before = await nearby(after);
  expect(before).toHaveLength(6500);
  expect(new Set(before.map(({ checkpoint }) => checkpoint.split(".")[0])).size).toBe(2);
  let seen: readonly RecordedEvent[] = [];
  const following = follow(store, after, (events) => {
    seen = events;
    return events.length >= 6511;
  });
  await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(6500));
  expect(idsOf(seen)).toBe(idsOf(before));
  expect(idsOf((await store.readAll(after, 10_000)).events)).toBe(idsOf(before));
  await slow.query("COMMIT");
  await slow.end();
  expect(idsOf(await following)).toBe(idsOf(await nearby(after)));
  for (const size of [1000, 4000]) {
    const { events, checkpoint } = await store.readAll(after, size);
    expect(idsOf(events)).toBe(idsOf(before.slice(0, size)));
    expect(checkpoint).toBe(events.at(-1)?.checkpoint);
  }
});

it("continues when its connection breaks, and duplicates nothing", async () => {
  const after = await store.head();
  await appendExisting(database.pool, several(7000));
  const seen: RecordedEvent[] = [];
  const stop = new AbortController();
  let cut: Promise<void> | undefined;
  for await (const batch of store.subscribe(after, stop.signal)) {
    seen.push(...batch.events);
    if (seen.length >= 2000) cut ??= (await locked()).cutWaiting();
    if (seen.length >= 7000) stop.abort();
  }
  await cut;
  expect(idsOf(seen)).toBe(idsOf(await nearby(after)));
});

/** Locks the log, so that the next read waits and its connection can be closed. */
async function locked() {
  const session = await connectionTo(database.url);
  await session.query("BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE");
  const cut = `
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)) AND query ~ 'FROM events'`;
  return {
    async cutWaiting() {
      await vi.waitFor(async () => expect((await session.query(cut)).rowCount).toBe(1));
      await session.query("ROLLBACK");
      await session.end();
    },
  };
}

it("delivers large events a few at a time, whatever the limit, and omits none", async () => {
  const after = await store.head();
  // 60 events of 1 MB, between small ones.
  await database.pool.query(
    `INSERT INTO events (epoch, txid, seq, stream, revision, event_id, type, schema_version, data, meta, occurred_at)
     SELECT (SELECT epoch FROM log_epoch), pg_current_xact_id(), n, 'large-' || n, 0, gen_random_uuid(), 'Counted', 1,
            json_build_object('n', n, 'text', repeat('x', CASE WHEN n BETWEEN 101 AND 160 THEN 1000000 ELSE 1 END)),
            $1, now()
     FROM generate_series(1, 300) n`,
    [kept(0).meta],
  );
  const lengthOf = (events: readonly RecordedEvent[]) =>
    events.reduce((sum, { data }) => sum + String(data.text).length, 0);
  const most = 9_500_000;
  const all = Array.from({ length: 300 }, (_, n) => n + 1);
  for (const size of [900, 4000]) {
    const seen: unknown[] = [];
    for (let at = after; ; ) {
      const { events, checkpoint } = await store.readAll(at, size);
      expect(lengthOf(events)).toBeLessThan(most);
      if (events.length === 0) break;
      seen.push(...events.map(({ data }) => data.n));
      at = checkpoint;
    }
    expect(seen).toEqual(all);
  }
  const seen: unknown[] = [];
  const stop = new AbortController();
  for await (const { events } of store.subscribe(after, stop.signal)) {
    expect(lengthOf(events)).toBeLessThan(most);
    seen.push(...events.map(({ data }) => data.n));
    if (seen.length >= 300) stop.abort();
  }
  expect(seen).toEqual(all);
});

it("replaces the connection of a page that is cut, and of one that does not arrive in time", async () => {
  const after = await store.head();
  await appendExisting(
    database.pool,
    Array.from({ length: 12 }, (_, n) => kept(n, { data: { text: "x".repeat(1_000_000) } })),
  );
  const pool = new pg.Pool({ connectionString: database.url, max: 1, query_timeout: 3000 });
  pool.on("connect", (client) => client.on("error", () => {}));
  const hurried = postgresEventStore(pool);
  const ownPid = async () => (await pool.query("SELECT pg_backend_pid() AS pid")).rows[0].pid;
  const before = await ownPid();
  const { events, checkpoint } = await hurried.readAll(after, 100);
  expect(events).toHaveLength(9);
  const afterCut = await ownPid();
  expect(afterCut).not.toBe(before);
  expect((await hurried.readAll(checkpoint, 100)).events).toHaveLength(3);
  expect(await ownPid()).toBe(afterCut);
  const holder = await connectionTo(database.url);
  await holder.query("BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE");
  await expect(hurried.readAll(after, 100)).rejects.toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: "Query read timeout" }) }),
  );
  await holder.query("ROLLBACK");
  await holder.end();
  expect(await ownPid()).not.toBe(afterCut);
  await hurried.close();
  await pool.end();
});

it("leaves no rejection unhandled when the next page fails while one is processed", async () => {
  const after = await store.head();
  await appendExisting(database.pool, several(1000));
  let asked = 0;
  const corrupt = Object.assign(new Error("an unreadable page"), { code: "XX001" });
  const connect = async () => {
    asked += 1;
    // The horizon and the first page.
    if (asked <= 2) return reading.pool.connect();
    throw corrupt;
  };
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const stop = new AbortController();
  for await (const _ of readAhead(
    { connect, options: { max: 1 } } as unknown as pg.Pool,
    after,
    1000,
    stop.signal,
  )) {
    await nextTurn();
    stop.abort();
  }
  await nextTurn();
  process.off("unhandledRejection", unhandled);
  expect(asked).toBe(3);
  expect(unhandled).not.toHaveBeenCalled();
});

it("appends existing events only if their streams continue without a gap, otherwise none of the transaction", async () => {
  const after = await store.head();
  const [start, next, last] = several(3);
  const [, behind] = several(2);
  const sound = several(2);
  if (!start || !next || !last || !behind) throw new Error("too few");
  for (const refused of [
    [...sound, behind],
    [...sound, start, last],
    [...sound, last, start],
  ])
    await expect(appendExisting(database.pool, refused)).rejects.toBeInstanceOf(WrongRevision);
  await appendExisting(database.pool, [start, next]);
  await appendExisting(database.pool, [last]);
  const again = appendExisting(database.pool, [{ ...next, eventId: randomUUID() }]);
  await expect(again).rejects.toMatchObject({ code: "23505" });
  expect(idsOf((await store.readAll(after, 10)).events)).toBe(
    [start, next, last].map(({ eventId }) => eventId).join(),
  );
});

it("reports an unreachable store", async () => {
  const away = openDatabase("postgres://absent:x@127.0.0.1:1/x");
  const gone = postgresEventStore(away.pool);
  await expect(gone.readAll(gone.start, 4000)).rejects.toBeInstanceOf(StoreUnavailable);
  await away.close();
});
