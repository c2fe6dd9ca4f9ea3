import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventId } from "#services/event-store/event-id";
import {
  batchBytes,
  type CommandRecord,
  type NewEvent,
  type OwnedEventStore,
  type RecordedEvent,
  StoreUnavailable,
  WrongRevision,
} from "#services/event-store/event-store";
import { type EventStoreDbOptions, eventStoreDb } from "#services/event-store/eventstoredb";
import { postgresClaims } from "#services/event-store/eventstoredb/claims";
import { type EventStoreDb, startEventStoreDb } from "../eventstoredb/server.ts";
import { commandOf, numbered } from "../support/commands.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { killedWhileAppending } from "../support/killed-while-appending.ts";
import { follow } from "./event-store.contract.ts";

// CI's long run takes longer than that of other specs.
vi.setConfig({ testTimeout: 180_000 });

let database: TestDatabase<unknown>;
const open = new Set<() => Promise<void>>();
beforeEach(async () => {
  database = await testDatabase({ max: 10 });
});
afterEach(async () => {
  for (const close of [...open].reverse()) await close();
  open.clear();
  await database.close();
});

async function cluster(nodes = 1): Promise<EventStoreDb> {
  const server = await startEventStoreDb({ nodes });
  open.add(server.close);
  return server;
}

function storeOn(server: EventStoreDb, options: Partial<EventStoreDbOptions> = {}): OwnedEventStore {
  const store = eventStoreDb({ url: server.url, pool: database.pool, ...options });
  open.add(store.close);
  return store;
}

const numbers = (events: readonly RecordedEvent[]) => events.map(({ data }) => data.n);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Appends 0, 1, 2, … to one stream, each until it is accepted. */
async function count(store: OwnedEventStore, stream: string, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) {
    const command = commandOf();
    await vi.waitFor(() => store.append(stream, [numbered(n)], n - 1, command));
  }
}

describe("a connection to EventStoreDB", () => {
  it("delivers large events a few at a time and omits none", async () => {
    const store = storeOn(await cluster());
    const text = "x".repeat(1_000_000);
    for (let n = 0; n < 20; n += 1)
      await store.append(`large-${n}`, [{ ...numbered(n), data: { n, text } }], -1, commandOf());
    const seen: RecordedEvent[] = [];
    for (let at = store.start; ; ) {
      const { events, checkpoint } = await store.readAll(at, 4000);
      expect(events.length).toBeLessThan(10);
      if (events.length === 0) break;
      seen.push(...events);
      at = checkpoint;
    }
    expect(numbers(seen)).toEqual(upTo(20));
    const followed: RecordedEvent[] = [];
    const stop = new AbortController();
    for await (const { events } of store.subscribe(store.start, stop.signal)) {
      expect(events.length).toBeLessThan(10);
      followed.push(...events);
      if (followed.length === 20) stop.abort();
    }
    expect(followed).toEqual(seen);
  });

  it("continues after an event that is as large as a page", async () => {
    const server = await cluster();
    const store = storeOn(server);
    for (const n of [0, 1]) await store.append(`s-${n}`, [numbered(n)], -1, commandOf());
    // No client appends events of this size; those of others are read nevertheless.
    const [first] = server.log.stream("s-0");
    Object.assign(first!, { data: Buffer.from(JSON.stringify({ n: 0, text: "x".repeat(batchBytes) })) });
    const { events, checkpoint } = await store.readAll(store.start, 1);
    expect(numbers(events)).toEqual([0]);
    expect(numbers((await store.readAll(checkpoint, 10)).events)).toEqual([1]);
  });

  it("loses and duplicates no event of a subscription when it breaks again and again", async () => {
    const server = await cluster();
    const store = storeOn(server);
    const following = follow(store, store.start, (seen) => seen.length >= 40);
    for (let n = 0; n < 40; n += 10) {
      await count(store, "cut-1", n, n + 10);
      server.nodes[0]?.cut();
    }
    const seen = await following;
    expect(numbers(seen)).toEqual(upTo(40));
    // Each began where the previous one ended, none at the start of the log or at an unknown position.
    const [first, ...others] = server.nodes[0]?.subscribedAfter ?? [];
    expect(first).toBeUndefined();
    expect(others.length).toBeGreaterThan(0);
    const positions = seen.map(({ checkpoint }) => BigInt(checkpoint.split("/")[0] ?? ""));
    for (const [n, position] of others.entries()) {
      expect(positions).toContain(position);
      expect(position).toBeGreaterThanOrEqual(others[n - 1] ?? 0n);
    }
  });

  it("is replaced when it is lost without a close, and the subscription continues", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const server = await cluster();
    const store = storeOn(server, { url: `${server.url}&keepAliveInterval=300&keepAliveTimeout=300` });
    warn.mockRestore();
    const other = storeOn(server);
    let seen = 0;
    const following = follow(store, store.start, (events) => {
      seen = events.length;
      return seen >= 2;
    });
    await count(other, "mute-1", 0, 1);
    await vi.waitFor(() => expect(seen).toBe(1));
    server.nodes[0]?.lose();
    await other.close();
    await count(storeOn(server), "mute-1", 1, 2);
    expect(numbers(await following)).toEqual([0, 1]);
  });

  it("without a response times out; the same command is accepted once the server responds again", async () => {
    const server = await cluster();
    const store = storeOn(server, { answerMs: 300 });
    await count(store, "still-1", 0, 1);
    server.nodes[0]?.freeze();
    const command = commandOf();
    const calls = [store.append("still-1", [numbered(1)], 0, command), store.read("still-1")];
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ reason: expect.any(StoreUnavailable) });
    server.nodes[0]?.thaw();
    await vi.waitFor(() => store.append("still-1", [numbered(1)], 0, command));
    expect(numbers((await store.read("still-1")).events)).toEqual([0, 1]);
  });

  it("that breaks between writing and responding leaves the event once, at the returned position", async () => {
    const server = await cluster();
    const store = storeOn(server);
    server.answersToLose = 1;
    const appended = await store.append("answer-1", [numbered(0), numbered(1)], -1, commandOf());
    const { events } = await store.read("answer-1");
    expect(numbers(events)).toEqual([0, 1]);
    expect(appended).toEqual({ outcome: "appended", revision: 1, checkpoint: events[1]?.checkpoint });
    expect(server.nodes[0]?.calls.append).toBe(2);
  });

  it("to a closed port reports that the store is unavailable", async () => {
    const server = await cluster();
    const store = storeOn(server);
    await server.close();
    open.delete(server.close);
    const calls = [store.read("a-1"), store.append("a-1", [numbered(1)], -1, commandOf()), store.head()];
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ reason: expect.any(StoreUnavailable) });
  });
});

describe("a cluster", () => {
  it("is followed to its current leader by appends, reads and subscriptions", async () => {
    const server = await cluster(3);
    const store = storeOn(server);
    const following = follow(store, store.start, (seen) => seen.length >= 12);
    for (const leader of [0, 1, 2]) {
      server.leader = leader;
      const before = server.nodes[leader]?.calls.append ?? 0;
      await count(store, "led-1", leader * 4, leader * 4 + 4);
      expect((server.nodes[leader]?.calls.append ?? 0) - before).toBeGreaterThanOrEqual(4);
    }
    expect(numbers(await following)).toEqual(upTo(12));
    expect(server.nodes.reduce((sum, { calls }) => sum + calls.gossip, 0)).toBeGreaterThan(0);
  });

  it("without a leader can only be read elsewhere: unavailable until one is elected, then nothing is duplicated", async () => {
    const server = await cluster(3);
    const store = storeOn(server, { answerMs: 500 });
    await count(store, "vacant-1", 0, 1);
    server.leader = undefined;
    const command = commandOf();
    await expect(store.append("vacant-1", [numbered(1)], 0, command)).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    server.leader = 2;
    await vi.waitFor(() => store.append("vacant-1", [numbered(1)], 0, command));
    expect(numbers((await store.read("vacant-1")).events)).toEqual([0, 1]);
  });
});

describe("events of other applications in the log", () => {
  it("are omitted everywhere, while checkpoints advance over them", async () => {
    const server = await cluster();
    const store = storeOn(server);
    await store.append("own-1", [numbered(0)], -1, commandOf());
    for (let n = 0; n < 600; n += 1) server.log.appendSystemEvent();
    const stranger = { contentType: "application/json", data: Buffer.from("{}"), metadata: new Uint8Array() };
    server.log.append("strange-1", [{ ...stranger, id: randomUUID(), type: "Strange" }], "any");
    const own = await store.append("own-1", [numbered(1)], 0, commandOf());
    for (let n = 0; n < 600; n += 1) server.log.appendSystemEvent();
    const { checkpoint } = own as { checkpoint: string };
    expect(await store.head()).toBe(checkpoint);
    const all = await store.readAll(store.start, 10);
    expect([numbers(all.events), all.checkpoint]).toEqual([[0, 1], checkpoint]);
    expect(await store.readAll(checkpoint, 10)).toEqual({ events: [], checkpoint });
    expect((await store.read("strange-1")).revision).toBe(-1);
    const stop = new AbortController();
    let last = checkpoint;
    for await (const batch of store.subscribe(checkpoint, stop.signal)) {
      expect(batch.events).toEqual([]);
      expect(store.compare(batch.checkpoint, last)).toBeGreaterThan(0);
      last = batch.checkpoint;
      stop.abort();
    }
  });
});

describe("an append that was begun and not finished", () => {
  /** The claim of a process that died right after it. */
  const begun = (stream: string, events: readonly NewEvent[], expected: number, command: CommandRecord) =>
    postgresClaims(database.pool).claim({
      commandId: command.commandId,
      fingerprint: command.fingerprint,
      answer: command.answer,
      entry: {
        stream,
        expected,
        meta: { commandId: command.commandId, ...command.meta },
        at: command.occurredAt,
        ...(command.forget ? { forget: command.forget } : {}),
        events: events.map(({ type, schemaVersion, data }, index) => ({
          id: eventId(command.commandId, index),
          type,
          version: schemaVersion,
          data,
        })),
      },
    });

  it("is finished by its repetition, with the first response", async () => {
    const store = storeOn(await cluster());
    const command = commandOf({ answer: { id: 1 } });
    await begun("left-1", [numbered(7)], -1, command);
    const again = { ...command, answer: { id: 2 } };
    expect(await store.append("left-1", [numbered(8)], -1, again)).toMatchObject({
      outcome: "repeated",
      command: { answer: { id: 1 } },
    });
    expect(numbers((await store.read("left-1")).events)).toEqual([7]);
  });

  it("is finished by a call that looks it up, and released if the stream has moved on", async () => {
    const store = storeOn(await cluster());
    const late = commandOf();
    const first = commandOf();
    await store.append("left-2", [numbered(1)], -1, first);
    await begun("left-2", [numbered(2)], -1, late);
    expect(await store.command(late.commandId)).toBeUndefined();
    expect((await store.append("left-2", [numbered(3)], 0, late)).outcome).toBe("appended");
    await begun("left-3", [numbered(4)], -1, commandOf({ commandId: eventId(first.commandId, 5) }));
    expect(await store.command(eventId(first.commandId, 5))).toMatchObject({ answer: first.answer });
    expect(numbers((await store.readAll(store.start, 10)).events)).toEqual([1, 3, 4]);
  });

  it("is finished by any process after a while, and its keys are destroyed", async () => {
    const server = await cluster();
    const member = randomUUID();
    await database.pool.query("INSERT INTO member_keys VALUES ($1, '\\x00')", [member]);
    const command = commandOf({ forget: [member] });
    await begun("left-4", [numbered(1)], -1, command);
    const store = storeOn(server, { leftOpenSeconds: 0.05 });
    const keys = async () => (await database.pool.query("SELECT FROM member_keys")).rowCount;
    await vi.waitFor(async () => expect(await keys()).toBe(0));
    expect((await store.read("left-4")).revision).toBe(0);
    expect((await store.append("left-4", [numbered(1)], -1, command)).outcome).toBe("repeated");
  });

  it("is not acknowledged while its keys still exist: failing to destroy them is an outage", async () => {
    const store = storeOn(await cluster());
    const member = randomUUID();
    await database.pool.query("INSERT INTO member_keys VALUES ($1, '\\x00')", [member]);
    const keys = async () => (await database.pool.query("SELECT FROM member_keys")).rowCount;
    await database.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '57P01'; END $$;
      CREATE TRIGGER fail BEFORE DELETE ON member_keys FOR EACH ROW EXECUTE FUNCTION fail()`);
    const command = commandOf({ forget: [member] });
    await expect(store.append("left-5", [numbered(1)], -1, command)).rejects.toBeInstanceOf(StoreUnavailable);
    expect([(await store.read("left-5")).revision, await keys()]).toEqual([0, 1]);
    await database.pool.query("DROP TRIGGER fail ON member_keys");
    expect((await store.append("left-5", [numbered(1)], -1, command)).outcome).toBe("repeated");
    expect(await keys()).toBe(0);
  });

  it("is refused if it is too large, without blocking others", async () => {
    const server = await cluster();
    const large: NewEvent = { ...numbered(1), data: { text: "x".repeat(4_200_000) } };
    await begun("large-1", [large], -1, commandOf());
    await begun("small-1", [numbered(1)], -1, commandOf());
    const store = storeOn(server, { leftOpenSeconds: 0.05 });
    await vi.waitFor(async () => expect((await store.read("small-1")).revision).toBe(0));
    const command = commandOf();
    const refused = store.append("large-2", [large], -1, command);
    await expect(refused).rejects.toMatchObject({ name: "AppendTooLarge", maxBytes: 4_194_304 });
    expect((await store.append("large-2", [numbered(1)], -1, command)).outcome).toBe("appended");
  });

  it("does not block others in its stream", async () => {
    const store = storeOn(await cluster());
    await begun("left-6", [numbered(1)], -1, commandOf());
    expect((await store.append("left-6", [numbered(2)], -1, commandOf())).outcome).toBe("appended");
    await expect(store.append("left-6", [numbered(3)], -1, commandOf())).rejects.toBeInstanceOf(
      WrongRevision,
    );
  });
});

it("recognises a repetition long after its response has been deleted", async () => {
  const store = storeOn(await cluster());
  const command = commandOf();
  const first = await store.append("old-1", [numbered(1)], -1, command);
  await database.pool.query("UPDATE command_claims SET at = now() - interval '25 hours'");
  expect(await store.forgetCommands(1)).toBe(1);
  expect(await store.command(command.commandId)).toBeUndefined();
  const { answer, fingerprint, commandId } = command;
  expect(await store.append("old-1", [numbered(1)], 0, command)).toEqual({
    outcome: "repeated",
    command: { answer, fingerprint, commandId, checkpoint: (first as { checkpoint: string }).checkpoint },
  });
  expect((await store.read("old-1")).revision).toBe(0);
});

it("loses nothing that a killed process acknowledged and duplicates nothing that is repeated with the same ids", async () => {
  const server = await cluster();
  const settings = { LOG_URL: database.url, EVENTSTORE_URL: server.url };
  const { sent, answered } = await killedWhileAppending(settings);
  const stored = () => server.log.records.map(({ stream }) => stream.slice("burst-".length)).sort();
  const survivors = new Set(stored());
  expect(answered.filter((id) => !survivors.has(id))).toEqual([]);
  const store = storeOn(server);
  await Promise.all(
    sent.map((commandId) =>
      store.append(`burst-${commandId}`, [numbered(0, "Burst")], -1, commandOf({ commandId })),
    ),
  );
  expect(stored()).toEqual(sent.sort());
});
