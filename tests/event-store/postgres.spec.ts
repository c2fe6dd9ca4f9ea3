import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreUnavailable, WrongRevision } from "#services/event-store/event-store";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { lockClass } from "#services/event-store/postgres/schema";
import { openDatabase } from "#services/platform/database/database";
import { commandOf, numbered } from "../support/commands.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { appendRaw, connectionTo, entry } from "../support/raw-append.ts";
import { follow } from "./event-store.contract.ts";

let database: TestDatabase<unknown>;
let store: PostgresEventStore;
beforeAll(async () => {
  database = await testDatabase({ max: 20 });
  store = postgresEventStore(database.pool);
});
afterAll(async () => {
  await store.close();
  await database.close();
});

describe("a reader of the log", () => {
  it("waits for a transaction that commits late, and skips one that rolls back", async () => {
    const after = await store.head();
    const slow = await connectionTo(database.url);
    const undone = await connectionTo(database.url);
    await slow.query("BEGIN");
    await appendRaw(slow, entry(`slow-${randomUUID()}`, 1));
    await undone.query("BEGIN");
    await appendRaw(undone, entry(`undone-${randomUUID()}`, 2));
    await store.append(`quick-${randomUUID()}`, [numbered(3)], -1, commandOf());
    expect((await store.readAll(after, 10)).events).toEqual([]);
    expect(await store.head()).toBe(after);
    const following = follow(store, after, (seen) => seen.length >= 2);
    await undone.query("ROLLBACK");
    await slow.query("COMMIT");
    expect((await following).map((event) => event.data.n)).toEqual([1, 3]);
    await Promise.all([slow.end(), undone.end()]);
  });

  it("is woken by appends of other processes, also by those made while its listening connection was broken", async () => {
    const pool = new pg.Pool({ connectionString: database.url, application_name: "reader", max: 2 });
    pool.on("error", () => {});
    // Polls only once an hour.
    const reader = postgresEventStore(pool, { pollsMs: [3_600_000] });
    const listeners = async () => {
      const { rows } = await database.pool.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'reader' AND query ~ '^(LISTEN|NOTIFY)'",
      );
      return rows.map(({ pid }) => pid);
    };
    let seen = 0;
    const following = follow(reader, await store.head(), (events) => {
      seen = events.length;
      return seen >= 3;
    });
    const append = () => store.append(`cut-${randomUUID()}`, [numbered(1)], -1, commandOf());
    await vi.waitFor(async () => expect(await listeners()).toHaveLength(1));
    await append();
    await vi.waitFor(() => expect(seen).toBe(1));
    const [cut] = await listeners();
    await database.pool.query("SELECT pg_terminate_backend($1)", [cut]);
    await append();
    await vi.waitFor(() => expect(seen).toBe(2));
    expect(await listeners()).not.toContain(cut);
    await append();
    expect(await following).toHaveLength(3);
    await reader.close();
    await pool.end();
  });

  it("is woken although the clock of the appending process was set back", async () => {
    const pool = new pg.Pool({ connectionString: database.url, application_name: "before", max: 2 });
    const reader = postgresEventStore(pool, { pollsMs: [3_600_000] });
    let seen = 0;
    const following = follow(reader, await store.head(), (events) => {
      seen = events.length;
      return seen >= 2;
    });
    const append = () => store.append(`clock-${randomUUID()}`, [numbered(1)], -1, commandOf());
    await append();
    await vi.waitFor(() => expect(seen).toBe(1));
    const putBack = vi.spyOn(Date, "now").mockReturnValue(Date.now() - 3_600_000);
    await append();
    expect(await following).toHaveLength(2);
    putBack.mockRestore();
    await reader.close();
    await pool.end();
  });

  it("is woken by a repetition, because the appending process may have died before its notification", async () => {
    const pool = new pg.Pool({ connectionString: database.url, application_name: "repeated", max: 2 });
    const reader = postgresEventStore(pool, { pollsMs: [3_600_000] });
    let seen = 0;
    const following = follow(reader, await store.head(), (events) => {
      seen = events.length;
      return seen >= 2;
    });
    await vi.waitFor(async () => {
      const listening =
        "SELECT FROM pg_stat_activity WHERE application_name = 'repeated' AND query ~ '^LISTEN'";
      expect((await database.pool.query(listening)).rowCount).toBe(1);
    });
    await store.append(`said-${randomUUID()}`, [numbered(1)], -1, commandOf());
    await vi.waitFor(() => expect(seen).toBe(1));
    const stream = `unsaid-${randomUUID()}`;
    const command = commandOf();
    const mute = postgresEventStore(database.pool);
    await mute.close();
    expect((await mute.append(stream, [numbered(2)], -1, command)).outcome).toBe("appended");
    expect((await store.append(stream, [numbered(2)], -1, command)).outcome).toBe("repeated");
    expect((await following).map(({ data }) => data.n)).toEqual([1, 2]);
    await reader.close();
    await pool.end();
  });

  it("receives every event once and in order while appends overlap in two stores and some commit late", async () => {
    const from = await store.head();
    const elsewhere = postgresEventStore(database.pool);
    const late = await connectionTo(database.url);
    const name = () => `overlap-${randomUUID()}`;
    const add = (to: PostgresEventStore, n: number) => to.append(name(), [numbered(n)], -1, commandOf());
    const following = [1, 2].map(() => follow(store, from, (seen) => seen.length >= 120));
    for (let n = 0; n < 120; n += 4) {
      await late.query("BEGIN");
      await appendRaw(late, entry(name(), n));
      const begun = [add(store, n + 1), add(elsewhere, n + 2)];
      await nextTurn();
      begun.push(add(store, n + 3));
      if (n % 3 === 0) await Promise.all(begun);
      await Promise.all([late.query("COMMIT"), ...begun]);
    }
    await late.end();
    const { events } = await store.readAll(from, 999);
    expect(events).toHaveLength(120);
    for (const seen of await Promise.all(following)) expect(seen).toEqual(events);
    await elsewhere.close();
  });

  it("shares the poll of subscriptions at the same position", async () => {
    const reader = postgresEventStore(database.pool, { pollsMs: [3_600_000] });
    const stop = new AbortController();
    const seen = [0, 0, 0];
    const after = await reader.head();
    const connect = vi.spyOn(database.pool, "connect");
    const reading = seen.map(async (_, n) => {
      for await (const { events } of reader.subscribe(after, stop.signal)) seen[n]! += events.length;
    });
    await reader.append(`shared-${randomUUID()}`, [numbered(1)], -1, commandOf());
    await vi.waitFor(() => expect(seen).toEqual([1, 1, 1]));
    // One for the append. All three poll at the start and after the append, which would be six without sharing.
    expect(connect.mock.calls.length).toBeLessThan(1 + 6);
    connect.mockRestore();
    stop.abort();
    await Promise.all(reading);
    await reader.close();
  });

  it("counts the events between two checkpoints, up to a limit", async () => {
    const places = [await store.head()];
    for (const n of [1, 2, 3]) {
      await store.append(`few-${randomUUID()}`, [numbered(n), numbered(n)], -1, commandOf());
      places.push(await store.head());
    }
    const count = (from: number, to: number, most = 100) =>
      store.countBetween?.(places[from] ?? "", places[to] ?? "", most);
    expect([await count(0, 3), await count(1, 2), await count(2, 2), await count(0, 3, 5)]).toEqual([
      6, 2, 0, 5,
    ]);
  });

  it("refuses an append inside a transaction that has written before, which readers may have passed", async () => {
    const client = await connectionTo(database.url);
    await client.query("BEGIN; CREATE TEMP TABLE t (n int)");
    await expect(client.query("SELECT announce_append()")).rejects.toThrow(/first writing statement/);
    await client.end();
  });
});

describe("an append", () => {
  it("is visible to readers as pending before it has a transaction id, alone and in a batch", async () => {
    const client = await connectionTo(database.url);
    // Every point where it could be visible, for the near future.
    await client.query(
      "SELECT pg_advisory_lock($1, n::bit(32)::integer) FROM generate_series(0, 999) i, LATERAL (SELECT i + pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS n) p",
      [lockClass],
    );
    const append = () => store.append(`known-${randomUUID()}`, [numbered(1)], -1, commandOf());
    const alone = append();
    await nextTurn();
    const both = [append(), append()];
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(
        "SELECT backend_xid FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()",
      );
      expect(rows).toEqual([{ backend_xid: null }, { backend_xid: null }]);
    });
    await client.end();
    for (const { outcome } of await Promise.all([alone, ...both])) expect(outcome).toBe("appended");
  });

  const waiting = (rest: string) =>
    vi.waitFor(async () => {
      const { rowCount } = await database.pool.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND ${rest}`,
      );
      expect(rowCount).toBe(1);
    });

  /** A second event in the transaction that has appended to another stream. */
  const occupy = (client: pg.ClientBase, stream: string, other: string) =>
    client.query(
      `INSERT INTO events
       SELECT epoch, txid, 2, $1, 0, gen_random_uuid(), type, 1, data, meta, occurred_at FROM events WHERE stream = $2`,
      [stream, other],
    );

  it("whose stream another one extends concurrently is refused, the others of its batch are not", async () => {
    const stream = randomUUID();
    const holder = await connectionTo(database.url);
    await holder.query("BEGIN");
    await appendRaw(holder, entry(`b-${stream}`, 1));
    const outcomes = Promise.allSettled(
      ["d", "c", "b", "a"].map((name) => store.append(`${name}-${stream}`, [numbered(2)], -1, commandOf())),
    );
    await waiting("query ~ 'announced'");
    // Later locks in the order of all batches are untouched: no two batches wait for each other.
    await holder.query("SAVEPOINT before; SET LOCAL lock_timeout = '200ms'");
    await occupy(holder, `c-${stream}`, `b-${stream}`);
    await holder.query("ROLLBACK TO before; COMMIT");
    await holder.end();
    expect((await outcomes).map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect((await store.read(`b-${stream}`)).events.map(({ data }) => data.n)).toEqual([1]);
  });

  it("that PostgreSQL cancels in a deadlock is repeated", async () => {
    const stream = `circle-${randomUUID()}`;
    const first = await connectionTo(database.url);
    const last = await connectionTo(database.url);
    await first.query("BEGIN");
    await appendRaw(first, entry(`b-${stream}`, 1));
    await last.query("BEGIN; SET LOCAL deadlock_timeout = '1h'");
    await appendRaw(last, entry(`c-${stream}`, 1));
    // Both in one statement: the second waits for the other connection, which then waits for the first.
    const appended = Promise.all(
      ["a", "b", "c"].map((name) => store.append(`${name}-${stream}`, [numbered(2)], -1, commandOf())),
    );
    await waiting("query ~ 'announced'");
    const circle = occupy(last, `a-${stream}`, `c-${stream}`);
    await first.query("ROLLBACK");
    await circle;
    await last.query("ROLLBACK");
    for (const { outcome } of await appended) expect(outcome).toBe("appended");
    await Promise.all([first.end(), last.end()]);
  });

  it("that PostgreSQL cancels is repeated also if it is alone", async () => {
    const cancelled = Object.assign(new pg.DatabaseError("deadlock detected", 0, "error"), { code: "40P01" });
    const client = { query: () => Promise.reject(cancelled), release() {} };
    vi.spyOn(database.pool, "connect").mockImplementationOnce(async () => client);
    const { outcome } = await store.append(`alone-${randomUUID()}`, [numbered(0)], -1, commandOf());
    expect(outcome).toBe("appended");
  });

  it("of several events is refused as a whole when only the first finds its revision taken", async () => {
    const stream = `late-${randomUUID()}`;
    const command = commandOf();
    await store.append(stream, [numbered(0), numbered(1)], -1, commandOf());
    const late = store.append(stream, [numbered(2), numbered(3), numbered(4)], 0, command);
    await expect(late).rejects.toBeInstanceOf(WrongRevision);
    expect((await store.read(stream)).events.map(({ data }) => data.n)).toEqual([0, 1]);
    expect(await store.command(command.commandId)).toBeUndefined();
  });
});

describe("appends combined into one batch", () => {
  it("fail one by one: a refused and an invalid one do not affect the others", async () => {
    const stream = randomUUID();
    await store.append(`taken-${stream}`, [numbered(0)], -1, commandOf());
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 8 }, (_, n) => store.append(`b${n}-${stream}`, [numbered(n)], -1, commandOf())),
      store.append(`taken-${stream}`, [numbered(1)], -1, commandOf()),
      store.append(`nul-${stream}`, [{ ...numbered(1), type: "\u0000" }], -1, commandOf()),
      ...Array.from({ length: 8 }, (_, n) => store.append(`c${n}-${stream}`, [numbered(n)], -1, commandOf())),
    ]);
    expect(outcomes.map(({ status }) => status).join(" ")).toBe(
      [...Array(8).fill("fulfilled"), "rejected", "rejected", ...Array(8).fill("fulfilled")].join(" "),
    );
    expect(outcomes[9]).not.toHaveProperty("reason.name", "StoreUnavailable");
  });

  it("to one stream are appended in the order of their calls", async () => {
    const stream = `one-${randomUUID()}`;
    const calls = [0, 1, 2, 3].map((n) => store.append(stream, [numbered(n)], n - 1, commandOf()));
    for (const { outcome } of await Promise.all(calls)) expect(outcome).toBe("appended");
  });

  it("of several events each keep all but the refused one, whose command may then be sent again", async () => {
    const stream = randomUUID();
    await store.append(`m-${stream}`, [numbered(0)], -1, commandOf());
    const refused = commandOf();
    const two = [numbered(1), numbered(2)];
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 6 }, (_, n) => store.append(`b${n}-${stream}`, two, -1, commandOf())),
      store.append(`m-${stream}`, two, 1, refused),
      ...Array.from({ length: 6 }, (_, n) => store.append(`z${n}-${stream}`, two, -1, commandOf())),
    ]);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(outcomes[6]).toHaveProperty("reason.name", "WrongRevision");
    for (const [n, outcome] of outcomes.entries()) {
      if (outcome.status === "rejected") continue;
      const name = `${n < 6 ? `b${n}` : `z${n - 7}`}-${stream}`;
      const { events } = await store.read(name);
      expect(events.map((event) => [event.revision, event.data.n])).toEqual([
        [0, 1],
        [1, 2],
      ]);
      expect(outcome.value).toMatchObject({ outcome: "appended", checkpoint: events[1]?.checkpoint });
    }
    expect(await store.command(refused.commandId)).toBeUndefined();
    expect((await store.append(`m-${stream}`, two, 0, refused)).outcome).toBe("appended");
  });

  it("are one prepared statement for batches of every size", async () => {
    const { pool, close } = openDatabase(database.url, { max: 1 });
    const planned = postgresEventStore(pool);
    for (const size of [2, 3, 2, 2, 3, 2, 9, 2, 5])
      await Promise.all(
        Array.from({ length: size }, () =>
          planned.append(`plan-${randomUUID()}`, [numbered(1)], -1, commandOf()),
        ),
      );
    const { rows } = await pool.query("SELECT name FROM pg_prepared_statements");
    expect(rows).toEqual([{ name: "append" }]);
    await planned.close();
    await close();
  });

  it("recognise a repetition by its events even after the command has been deleted", async () => {
    const stream = `pruned-${randomUUID()}`;
    const command = commandOf();
    const first = await store.append(stream, [numbered(1)], -1, command);
    const age = (hours: number) =>
      database.pool.query("UPDATE commands SET at = now() - $2 * interval '1 hour' WHERE command_id = $1", [
        command.commandId,
        hours,
      ]);
    await age(23);
    // None of the last day, whatever the argument.
    expect(await store.forgetCommands(1)).toBe(0);
    await age(25);
    expect(await store.forgetCommands(1)).toBe(1);
    expect(await store.command(command.commandId)).toBeUndefined();
    const again = await store.append(stream, [numbered(1)], 0, command);
    expect(again).toMatchObject({
      outcome: "repeated",
      command: { checkpoint: first.outcome === "appended" ? first.checkpoint : "" },
    });
    expect((await store.read(stream)).revision).toBe(0);
    // The connection breaks during that check.
    vi.spyOn(database.pool, "query").mockImplementationOnce(async () => {
      throw new Error("Connection terminated unexpectedly");
    });
    const broken = store.append(stream, [numbered(1)], 0, command);
    await expect(broken).rejects.toBeInstanceOf(StoreUnavailable);
    vi.restoreAllMocks();
  });
});

describe("prepared statements that connections have lost or hold in an outdated form", () => {
  let own: TestDatabase<unknown>;
  let live: PostgresEventStore;
  beforeEach(async () => {
    own = await testDatabase({ max: 1 });
    live = postgresEventStore(own.pool);
    return async () => {
      await live.close();
      await own.close();
    };
  });
  const changeColumn = "ALTER TABLE commands ALTER COLUMN checkpoint TYPE varchar(100)";
  const stream = "live-1";
  const append = (n: number) => live.append(stream, [numbered(n)], n - 1, commandOf());

  it("are prepared again immediately on a connection that lost them", async () => {
    for (const n of [0, 1]) await append(n);
    await own.pool.query("DEALLOCATE ALL");
    expect(await append(2)).toMatchObject({ outcome: "appended" });
    await live.read(stream);
    await own.pool.query("DEALLOCATE ALL");
    expect(await live.read(stream)).toMatchObject({ revision: 2 });
  });

  it("are prepared again immediately by an append, although every connection held them", async () => {
    const { pool, close } = openDatabase(own.url, { max: 8 });
    const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const [n, one] of all.entries()) await appendRaw(one, entry(`held-${n}`, 0));
    for (const one of all) one.release();
    await own.pool.query(changeColumn);
    const busy = postgresEventStore(pool);
    expect(await busy.append("busy-1", [numbered(0)], -1, commandOf())).toMatchObject({
      outcome: "appended",
    });
    await busy.close();
    await close();
  });

  it("are prepared again if another process has changed their columns, and a subscription continues", async () => {
    await append(0);
    await expect(append(0)).rejects.toBeInstanceOf(WrongRevision);
    const { pool, close } = openDatabase(own.url, { max: 1 });
    const reader = postgresEventStore(pool);
    const seen = vi.fn();
    const following = follow(reader, live.start, (events) => {
      seen();
      return events.length >= 2;
    });
    await vi.waitFor(() => expect(seen).toHaveBeenCalled());
    const other = await connectionTo(own.url);
    await other.query(`
      ALTER FUNCTION read_log RENAME TO read_log_before;
      CREATE FUNCTION read_log(smallint, xid8, integer, integer)
        RETURNS TABLE (checkpoint text, stream text, revision integer, event_id uuid, type text,
          schema_version smallint, data json, meta json, occurred_at text, more boolean)
        LANGUAGE sql AS 'SELECT *, true FROM read_log_before($1, $2, $3, $4)';
      ${changeColumn}`);
    await other.end();
    await expect(append(0)).rejects.toBeInstanceOf(WrongRevision);
    await append(1);
    expect((await following).map(({ data }) => data.n)).toEqual([0, 1]);
    await reader.close();
    await close();
  });
});

describe("a store that cannot be reached", () => {
  it("is reported, whether no server listens or it crashes during a call", async () => {
    const server = createServer((socket) => socket.destroy());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const away = openDatabase(`postgres://absent:x@127.0.0.1:${port}/x`);
    const gone = postgresEventStore(away.pool);
    await expect(gone.append("a-1", [numbered(1)], -1, commandOf())).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(gone.read("a-1")).rejects.toBeInstanceOf(StoreUnavailable);
    server.close();
    await once(server, "close");
    await expect(gone.head()).rejects.toBeInstanceOf(StoreUnavailable);
    await gone.close();
    await away.close();
  });

  it("appends once when a call is repeated: the connection of an append breaks while it waits", async () => {
    const stream = `cutoff-${randomUUID()}`;
    const command = commandOf();
    const holder = await connectionTo(database.url);
    await holder.query("BEGIN");
    await appendRaw(holder, entry(stream, 1));
    const attempt = store.append(stream, [numbered(2)], -1, command);
    const failed = expect(attempt).rejects.toBeInstanceOf(StoreUnavailable);
    await vi.waitFor(async () => {
      const { rowCount } = await database.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'announced' AND datname = current_database()",
      );
      expect(rowCount).toBe(1);
    });
    await failed;
    await holder.query("ROLLBACK");
    await holder.end();
    expect((await store.append(stream, [numbered(2)], -1, command)).outcome).toBe("appended");
    expect((await store.append(stream, [numbered(2)], -1, command)).outcome).toBe("repeated");
  });
});
