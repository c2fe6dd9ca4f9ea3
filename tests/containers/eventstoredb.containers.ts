import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { start } from "#services/app/main";
import {
  AppendTooLarge,
  LogBehind,
  type OwnedEventStore,
  StoreUnavailable,
} from "#services/event-store/event-store";
import { type EventStoreDbOptions, eventStoreDb } from "#services/event-store/eventstoredb";
import { withinBudget } from "#services/event-store/time-budget";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { type Writer, writerAt } from "#tests/faults/writer";
import { commandOf, numbered } from "#tests/support/commands";
import { testDatabase } from "#tests/support/database";
import { settingsOf } from "#tests/support/ops";
import { type ContainedEventStoreDb, startEventStoreDb } from "./servers.ts";

/** The assertions of tests/event-store, on the real server instead of the fake one. */
describe.skipIf(!process.env.EVENTSTORE_URL_FOR_TESTS)("EventStoreDB in a container", () => {
  it("serves from the first start on an empty server, and after a restart of the product", async () => {
    const { url } = await server();
    const { url: databaseUrl, pool, close } = await testDatabase();
    onTestFinished(close);
    const settings = { ...settingsOf(databaseUrl), PORT: "0", EVENT_STORE: "eventstoredb" };
    const config = readConfig({ ...settings, EVENTSTORE_URL: url }, ["--no-demo"]);
    let origin = "";
    let writer: Writer | undefined;
    for (const title of ["글 1", "글 2"]) {
      const system = await start(config, { log: createLogger("silent") });
      origin = system.url.origin;
      writer ??= await writerAt(() => origin);
      const { status } = await fetch(`${origin}/health/ready`);
      expect(status).toBe(200);
      expect((await writer.post(title, randomUUID())).status).toBe(201);
      const { data } = await writer.ask("GET", `articles/${writer.teamId}/my-page`);
      expect(JSON.stringify(data)).toContain(title);
      await system.close();
    }
    const { rows } = await pool.query("SELECT DISTINCT checkpoint FROM read_model_checkpoints");
    expect(rows.map(({ checkpoint }) => checkpoint)).not.toContain("0/0");
  });

  it("reports the maximum size if MaxAppendSize has its default", async () => {
    const reports: string[] = [];
    const { url } = await server({ maxAppendBytes: 1_048_576 });
    const store = (await database()).store(url, { report: (sentence) => reports.push(sentence) });
    const large = { ...numbered(0), data: { text: "x".repeat(1_200_000) } };
    await expect(store.append("large-1", [large], -1, commandOf())).rejects.toBeInstanceOf(AppendTooLarge);
    expect(reports).toEqual([expect.stringMatching(/1048576.*MaxAppendSize/)]);
    expect((await store.append("large-1", [numbered(0)], -1, commandOf())).outcome).toBe("appended");
  });

  it("blocks no caller while it is frozen; the same command is accepted once it continues", async () => {
    const { url, pause, unpause } = await server();
    const store = (await database()).store(url);
    await store.append("frozen-1", [numbered(0)], -1, commandOf());
    await pause();
    const command = commandOf();
    const began = performance.now();
    const append = () => withinBudget(6000, () => store.append("frozen-1", [numbered(1)], 0, command));
    await expect(append()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - began).toBeLessThan(7000);
    await unpause();
    await vi.waitFor(append);
    expect((await store.read("frozen-1")).revision).toBe(1);
  });

  it("reports a wrong address in one sentence", async () => {
    const { url, stop } = await server();
    const { store } = await database();
    await expect(store(url.replace("tls=false", "tls=true")).head()).rejects.toThrow(/does not speak TLS/);
    await stop();
    await expect(store(url).head()).rejects.toThrow(/EVENTSTORE_URL.*nothing listens/);
  });

  it("accepts nothing in place of another one whose events are known", async () => {
    const [first, second] = await Promise.all([server(), server()]);
    const { store: storeOn } = await database();
    const store = storeOn(first.url);
    await store.append("known-1", [numbered(0)], -1, commandOf());
    expect(await store.isBehind?.()).toBe(false);
    const known = await store.head();
    const other = storeOn(second.url, { knownPositions: async () => [known] });
    expect(await other.isBehind?.()).toBe(true);
    await expect(other.append("known-1", [numbered(1)], 0, commandOf())).rejects.toBeInstanceOf(LogBehind);
  });
});

/** A server with one node, until the test ends. */
async function server(options?: { maxAppendBytes: number }): Promise<ContainedEventStoreDb> {
  const started = (await startEventStoreDb(options)) as ContainedEventStoreDb;
  onTestFinished(started.stop);
  return started;
}

/** A database with stores that use it, until the test ends. */
async function database() {
  const { pool, close } = await testDatabase();
  onTestFinished(close);
  return {
    store(url: string, options: Partial<EventStoreDbOptions> = {}): OwnedEventStore {
      const store = eventStoreDb({ url, pool, ...options });
      onTestFinished(store.close);
      return store;
    },
  };
}
