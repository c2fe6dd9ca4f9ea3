import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eventId } from "#services/event-store/event-id";
import { StoreUnavailable } from "#services/event-store/event-store";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { openDatabase } from "#services/platform/database";
import { commandOf, numbered } from "./commands.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import { follow } from "./event-store.contract.ts";
import { killedWhileAppending } from "./killed-while-appending.ts";

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

const patience = { timeout: 30_000, interval: 10 };

/** An append on a connection of its own, to be held open at will. */
const entry = (stream: string, n: number, commandId = randomUUID()) => ({
  id: commandId,
  fingerprint: "",
  answer: null,
  at: "2025-09-03T12:07:45.123Z",
  stream,
  expected: -1,
  meta: { commandId, causationId: commandId, correlationId: commandId, actor: "system" },
  events: [{ id: eventId(commandId, 0), type: "Counted", version: 1, data: { n } }],
});
const appendRaw = (client: pg.ClientBase, ...entries: ReturnType<typeof entry>[]) =>
  client.query("SELECT * FROM append_to_log($1)", [JSON.stringify(entries)]);

async function connection(url = database.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return client;
}

describe("a reader of the log", () => {
  it("waits for a transaction that commits late, and skips one that rolls back", async () => {
    const after = await store.head();
    const [slow, undone] = [await connection(), await connection()];
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

  it("is not held up by a foreign transaction that has written and stays open", async () => {
    const foreign = await connection();
    await foreign.query("CREATE TABLE IF NOT EXISTS notes (n int)");
    await foreign.query("BEGIN");
    await foreign.query("INSERT INTO notes VALUES (1)");
    const after = await store.head();
    await store.append(`free-${randomUUID()}`, [numbered(1)], -1, commandOf());
    expect((await store.readAll(after, 10)).events).toHaveLength(1);
    await foreign.query("ROLLBACK");
    await foreign.end();
  });

  it("loses and doubles nothing while 32 writers commit early, late or not at all; two readers see one order", async () => {
    const after = await store.head();
    const pool = new pg.Pool({ connectionString: database.url, max: 32 });
    const committed: string[] = [];
    let writing = true;
    const writers = Array.from({ length: 32 }, async (_, writer) => {
      const client = await pool.connect();
      for (let n = 0; n < 30; n += 1) {
        const made = [entry(`w${writer}-${randomUUID()}`, n), entry(`w${writer}-${randomUUID()}`, n)];
        await client.query("BEGIN");
        await appendRaw(client, ...made.slice(0, 1 + (n % 2)));
        await pause(Math.random() * 8);
        const isUndone = Math.random() < 0.05;
        await client.query(isUndone ? "ROLLBACK" : "COMMIT");
        if (!isUndone) committed.push(...made.slice(0, 1 + (n % 2)).map(({ events }) => events[0]?.id ?? ""));
      }
      client.release();
    });
    const second = postgresEventStore(pool);
    const readers = [store, second].map((reader) =>
      follow(reader, after, (seen) => !writing && seen.length >= committed.length),
    );
    await Promise.all(writers);
    writing = false;
    // Wakes readers that have seen everything before the writers were done.
    await store.append(`last-${randomUUID()}`, [numbered(0)], -1, commandOf());
    const [one = [], other = []] = await Promise.all(readers);
    const seen = one.map((event) => event.eventId);
    expect(new Set(seen).size).toBe(seen.length);
    expect(committed.filter((id) => !seen.includes(id))).toEqual([]);
    const shared = Math.min(one.length, other.length);
    expect(other.slice(0, shared)).toEqual(one.slice(0, shared));
    expect([...one].sort((a, b) => store.compare(a.checkpoint, b.checkpoint))).toEqual(one);
    await second.close();
    await pool.end();
  });

  it("is woken by appends of other processes, also of those made while its listening connection was cut", async () => {
    const pool = new pg.Pool({ connectionString: database.url, application_name: "reader", max: 2 });
    pool.on("error", () => {});
    // Never looks by itself.
    const reader = postgresEventStore(pool, { pollsMs: [3_600_000] });
    const listeners = async () => {
      const { rows } = await database.pool.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'reader' AND query ~ 'LISTEN|NOTIFY'",
      );
      return rows.map(({ pid }) => pid);
    };
    let seen = 0;
    const following = follow(reader, await store.head(), (events) => {
      seen = events.length;
      return seen >= 3;
    });
    const append = () => store.append(`cut-${randomUUID()}`, [numbered(1)], -1, commandOf());
    await vi.waitFor(async () => expect(await listeners()).toHaveLength(1), patience);
    await append();
    await vi.waitFor(() => expect(seen).toBe(1), patience);
    const [cut] = await listeners();
    await database.pool.query("SELECT pg_terminate_backend($1)", [cut]);
    await append();
    await vi.waitFor(() => expect(seen).toBe(2), patience);
    expect(await listeners()).not.toContain(cut);
    await append();
    expect(await following).toHaveLength(3);
    await reader.close();
    await pool.end();
  });

  it("refuses an append inside a transaction that has written before, which readers may have passed", async () => {
    const client = await connection();
    await client.query("BEGIN; CREATE TEMP TABLE t (n int)");
    await expect(appendRaw(client, entry(`late-${randomUUID()}`, 1))).rejects.toThrow(
      /first writing statement/,
    );
    await client.query("ROLLBACK; BEGIN");
    await appendRaw(client, entry(`twice-${randomUUID()}`, 1));
    await appendRaw(client, entry(`twice-${randomUUID()}`, 2));
    await client.query("COMMIT");
    await client.end();
  });
});

describe("a log restored into a younger cluster", () => {
  it("shows every old event and sorts new ones after them, once a new epoch has begun", async () => {
    const own = await testDatabase();
    const restored = postgresEventStore(own.pool);
    await restored.append("old-1", [numbered(1), numbered(2)], -1, commandOf());
    // Far in the future of this cluster, as ids from a much older one are.
    await own.pool.query("UPDATE events SET txid = '123456789012'::xid8");
    expect((await restored.readAll(restored.start, 10)).events).toEqual([]);
    expect(await restored.beginNewEpochIfRestored()).toBe(true);
    expect(await restored.beginNewEpochIfRestored()).toBe(false);
    await restored.append("new-1", [numbered(3)], -1, commandOf());
    const { events } = await restored.readAll(restored.start, 10);
    expect(events.map((event) => event.data.n)).toEqual([1, 2, 3]);
    expect(await restored.head()).toBe(events[2]?.checkpoint);
    await restored.close();
    await own.close();
  });

  it("stays in its epoch when nothing was restored", async () => {
    expect(await store.beginNewEpochIfRestored()).toBe(false);
  });
});

describe("appends gathered into one batch", () => {
  it("fail one by one: a refused and an impossible one do not touch the others", async () => {
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

  it("recognise a repetition by its events even after the command has been forgotten", async () => {
    const [stream, command] = [`pruned-${randomUUID()}`, commandOf()];
    const first = await store.append(stream, [numbered(1)], -1, command);
    await database.pool.query("UPDATE commands SET at = now() - interval '25 hours' WHERE command_id = $1", [
      command.commandId,
    ]);
    expect(await store.forgetCommands(1)).toBe(1);
    expect(await store.command(command.commandId)).toBeUndefined();
    const again = await store.append(stream, [numbered(1)], 0, command);
    expect(again).toMatchObject({
      outcome: "repeated",
      command: { checkpoint: first.outcome === "appended" ? first.checkpoint : "" },
    });
    expect((await store.read(stream)).revision).toBe(0);
  });
});

describe("a store that cannot be reached", () => {
  it("says so, whether nobody listens or the server dies in the middle of a call", async () => {
    const server = createServer((socket) => socket.destroy());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const away = openDatabase(`postgres://nobody:x@127.0.0.1:${port}/x`);
    const gone = postgresEventStore(away.pool);
    await expect(gone.append("a-1", [numbered(1)], -1, commandOf())).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(gone.read("a-1")).rejects.toBeInstanceOf(StoreUnavailable);
    server.close();
    await once(server, "close");
    await expect(gone.head()).rejects.toBeInstanceOf(StoreUnavailable);
    await gone.close();
    await away.close();
  });

  it("leaves no doubt when a call is repeated: the connection of an append is cut while it waits", async () => {
    const [stream, command] = [`cutoff-${randomUUID()}`, commandOf()];
    const holder = await connection();
    await holder.query("BEGIN");
    await appendRaw(holder, entry(stream, 1));
    const attempt = store.append(stream, [numbered(2)], -1, command);
    const failed = expect(attempt).rejects.toBeInstanceOf(StoreUnavailable);
    await vi.waitFor(async () => {
      const { rowCount } = await database.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'append_to_log' AND datname = current_database()",
      );
      expect(rowCount).toBe(1);
    }, patience);
    await failed;
    await holder.query("ROLLBACK");
    await holder.end();
    expect((await store.append(stream, [numbered(2)], -1, command)).outcome).toBe("appended");
    expect((await store.append(stream, [numbered(2)], -1, command)).outcome).toBe("repeated");
  });
});

describe("a process killed while it appends", () => {
  it("loses nothing it was answered and doubles nothing that is repeated with the same ids", async () => {
    const settings = { LOG_URL: database.url };
    const runs = [await killedWhileAppending(settings), await killedWhileAppending(settings)];
    const sent = runs.flatMap((run) => run.sent);
    const answered = runs.flatMap((run) => run.answered);
    const stored = async () => {
      const { rows } = await database.pool.query<{ id: string }>(
        "SELECT meta->>'commandId' AS id FROM events WHERE type = 'Burst'",
      );
      return rows.map(({ id }) => id).sort();
    };
    const survivors = new Set(await stored());
    expect(answered.filter((id) => !survivors.has(id))).toEqual([]);
    const repeated = sent.map((commandId) =>
      store.append(`burst-${commandId}`, [numbered(0, "Burst")], -1, commandOf({ commandId })),
    );
    await Promise.all(repeated);
    expect(await stored()).toEqual(sent.sort());
  });
});
