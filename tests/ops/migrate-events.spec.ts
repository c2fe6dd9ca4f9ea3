import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readModels } from "#projections/read-models";
import { type System, start } from "#services/app/main";
import { openStorage, type Storage } from "#services/app/storage";
import { StoreUnavailable } from "#services/event-store/event-store";
import { closeLog } from "#services/event-store/move-log";
import type { Context, OpsCall } from "#services/ops/command";
import { migrateEvents } from "#services/ops/migrate-events";
import { createPrinter, type Progress } from "#services/ops/printer";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { verifyReadModel } from "#tests/support/verify-read-model";
import { type EventStoreDb, startEventStoreDb } from "../eventstoredb/server.ts";
import { commandOf, numbered } from "../support/commands.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { foreignSession } from "../support/ops.ts";
import { signIn } from "../support/sign-in.ts";

// CI's long run takes longer than that of other specs.
vi.setConfig({ testTimeout: 180_000 });

let database: TestDatabase<unknown>;
let server: EventStoreDb;
let env: Record<string, string>;
beforeEach(async () => {
  database = await testDatabase({ migrations: [] });
  server = await startEventStoreDb();
  env = {
    NODE_ENV: "test",
    PORT: "0",
    DATABASE_URL: database.url,
    SECRET_KEY: "a".repeat(40),
    EVENTSTORE_URL: server.url,
  };
});
afterEach(async () => {
  await server.close();
  await database.close();
});

const configOn = (store: string) => readConfig({ ...env, EVENT_STORE: store }, ["--no-demo"]);
const startOn = (store: string) => start(configOn(store), { log: createLogger("silent") });
const storageOn = (store: string) => openStorage(configOn(store), createLogger("silent"));
/** A process that does not belong to the system. */
const unknown = () => {
  const named = { ...env, DATABASE_URL: `${database.url}?application_name=unknown` };
  return openStorage(readConfig(named, ["--no-demo"]), createLogger("silent"));
};

/** The command's output; `onProgress` is called for each copied event. */
async function migrate(
  rehearse = false,
  signal = new AbortController().signal,
  onProgress?: (p: Progress) => void,
) {
  const printed: string[] = [];
  const out = { write: (text: string) => printed.push(text) };
  const printer = createPrinter(true, { out, err: out });
  let storage: Promise<Storage> | undefined;
  const context: Context = {
    config: configOn("postgres"),
    printer: onProgress ? { ...printer, progress: onProgress } : printer,
    signal,
    storage() {
      storage ??= storageOn("postgres");
      return storage;
    },
  };
  const call: OpsCall = { names: [], options: { from: "postgres", to: "eventstoredb", rehearse } };
  try {
    await migrateEvents.run(call, context);
  } finally {
    await (await storage)?.close();
  }
  return printed.map((line) => JSON.parse(line));
}

async function ask(
  system: System,
  token: string,
  method: string,
  path: string,
  form?: object,
  key = randomUUID(),
) {
  const body = form && new FormData();
  for (const [name, value] of Object.entries(form ?? {})) body?.append(name, value);
  const headers = { authorization: `Bearer ${token}`, "idempotency-key": key };
  const init = body ? { method, headers, body } : { method, headers };
  const response = await fetch(`${system.url.origin}/api${path}`, init);
  return { status: response.status, body: await response.json() };
}

const team = {
  teamName: "이사반",
  teamExplain: "옮겨요",
  topic: "코딩테스트",
  memberLimit: "5",
  password: "4821",
};
const article = { articleTitle: "첫 글", articleBody: "<p>오늘도</p>" };

it("moves a system's log: all data read as before, accepted commands are not repeated, withdrawn members stay erased", async () => {
  const old = await startOn("postgres");
  const staying = await signIn(old.url.origin, "staying");
  const leaving = await signIn(old.url.origin, "leaving");
  for (const [{ accessToken }, memberName] of [
    [staying, "남음"],
    [leaving, "떠남비밀"],
  ] as const)
    await ask(old, accessToken, "POST", "/v1/members", { memberName, memberExplain: "매일" });
  const key = randomUUID();
  const created = await ask(old, staying.accessToken, "POST", "/v1/teams", team, key);
  expect(created.status).toBeLessThan(300);
  const { teamId } = created.body.data;
  const written = await ask(old, staying.accessToken, "POST", "/v1/articles", { teamId, ...article });
  expect(written.status).toBe(201);
  expect((await ask(old, leaving.accessToken, "DELETE", "/v1/members")).status).toBe(200);
  const shown = async (system: System) => [
    (await ask(system, staying.accessToken, "GET", "/v1/members/own-profile")).body,
    (await ask(system, staying.accessToken, "GET", `/v1/articles/${teamId}/my-page`)).body,
  ];
  const before = await shown(old);
  await old.close();
  // As a process with a collector records it.
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const writer = await foreignSession(database);
  await writer.query(`UPDATE events SET meta = meta::jsonb || '{"traceparent": "${traceparent}"}'`);
  await writer.end();

  let copied: Progress | undefined;
  const rehearsed = await migrate(true, undefined, (progress) => {
    if (progress.name === "copy") copied = progress;
  });
  const [moved] = await migrate();
  const { rows: stored } = await database.pool.query("SELECT stream FROM events ORDER BY epoch, txid, seq");
  expect(rehearsed).toEqual([
    expect.objectContaining({ copied: stored.length, events: stored.length, equal: true }),
  ]);
  // The basis of the remaining time.
  expect(copied).toMatchObject({ done: stored.length, total: stored.length });
  expect(moved).toMatchObject({ copied: 0, events: stored.length, digest: rehearsed[0].digest });
  expect(server.log.records.map(({ stream }) => stream)).toEqual(stored.map(({ stream }) => stream));

  await expect(startOn("postgres")).rejects.toThrow("EVENT_STORE=eventstoredb");
  const system = await startOn("eventstoredb");
  expect(await shown(system)).toEqual(before);
  const again = await ask(system, staying.accessToken, "POST", "/v1/teams", team, key);
  expect(again.body.data).toEqual(created.body.data);
  expect(server.log.records).toHaveLength(stored.length);
  const second = await ask(system, staying.accessToken, "POST", "/v1/teams", team);
  expect(second.body.data.teamId).toBeGreaterThan(teamId);
  await system.close();

  const { store, database: own, close } = await storageOn("eventstoredb");
  for (const projection of readModels)
    expect(await verifyReadModel({ store, pool: own.pool, projection })).toMatchObject({ differing: 0 });
  const all = await store.readAll(store.start, 1000);
  expect(JSON.stringify(all)).not.toContain("떠남비밀");
  expect(all.events.slice(0, stored.length).map(({ meta }) => meta.traceparent)).toEqual(
    stored.map(() => traceparent),
  );
  await close();
});

/** Writes a log with three events an append, in up to 40 streams. */
async function writeLog(events = 60): Promise<void> {
  const { log, close } = await storageOn("postgres");
  const revisions = new Map<string, number>();
  for (let n = 0; n < events; n += 3) {
    const stream = `counter-${(n * 7) % 40}`;
    const at = revisions.get(stream) ?? -1;
    const events = [n, n + 1, n + 2].map((each) => numbered(each, each % 2 ? "Counted" : "한글"));
    await log.append(stream, events, at, commandOf());
    revisions.set(stream, at + 3);
  }
  await close();
}

it("continues where it was interrupted, and copies nothing twice", async () => {
  await writeLog(300);
  const stop = new AbortController();
  const brokenOff = migrate(false, stop.signal, ({ name, done }) => {
    if (name === "copy" && done >= 100) stop.abort(new Error("broken off"));
  });
  await expect(brokenOff).rejects.toThrow("broken off");
  const there = server.log.records.length;
  expect(there).toBeGreaterThanOrEqual(100);
  expect(there).toBeLessThan(300);
  // Nothing has moved yet: the old log stays active.
  const { log, close } = await storageOn("postgres");
  await log.append("counter-late", [numbered(300)], -1, commandOf());
  await close();
  const [moved] = await migrate();
  expect(moved).toMatchObject({ copied: 301 - there, events: 301 });
  expect(server.log.records).toHaveLength(301);
});

it("is refused during another move and leaves the log closed; after a kill, the next start reopens it", async () => {
  await writeLog();
  const { log, database: theirs, close } = await unknown();
  const other = await theirs.pool.connect();
  await other.query("SELECT pg_advisory_lock(hashtext('migrate events'))");
  await closeLog(theirs.pool);
  await expect(migrate()).rejects.toThrow("Another command is moving this log");
  await expect(log.append("counter-late", [numbered(1)], -1, commandOf())).rejects.toThrow(StoreUnavailable);
  other.release(true);
  await close();
  await vi.waitFor(async () => {
    const next = await storageOn("postgres");
    const appended = next.log.append("counter-late", [numbered(1)], -1, commandOf());
    expect((await appended.finally(next.close)).outcome).toBe("appended");
  });
});

it("is refused while the system runs, which continues; no process can start meanwhile", async () => {
  const system = await startOn("postgres");
  const person = await signIn(system.url.origin, "staying");
  await expect(migrate()).rejects.toThrow("stop it first");
  const profile = { memberName: "남음", memberExplain: "매일" };
  expect((await ask(system, person.accessToken, "POST", "/v1/members", profile)).status).toBe(201);
  await system.close();
  let beside: Promise<string> | undefined;
  await migrate(false, undefined, ({ name }) => {
    if (name === "copy")
      beside ??= startOn("postgres").then(
        () => "started",
        (error: Error) => error.message,
      );
  });
  expect(await beside).toMatch(/using this database|EVENT_STORE=eventstoredb/);
});

it("refuses a copy with one different byte, names the event and leaves the old log open", async () => {
  await writeLog();
  await migrate(true);
  const record = server.log.records[40]!;
  Object.assign(record, { data: Buffer.from(Buffer.from(record.data).toString().replace("40", "41")) });
  await expect(migrate()).rejects.toThrow(record.id);
  const { log, close } = await storageOn("postgres");
  expect((await log.append("counter-open", [numbered(1)], -1, commandOf())).outcome).toBe("appended");
  await close();
});

it("closes the old log to processes with the old settings", async () => {
  await writeLog();
  const untold = await unknown();
  await migrate();
  await expect(untold.log.append("counter-late", [numbered(1)], -1, commandOf())).rejects.toBeInstanceOf(
    StoreUnavailable,
  );
  await untold.close();
  expect(server.log.records).toHaveLength(60);
});
