import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { start } from "#services/app/main";
import { AppendTooLarge } from "#services/event-store/event-store";
import { eventStoreDb } from "#services/event-store/eventstoredb";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { type Writer, writerAt } from "#tests/faults/writer";
import { commandOf, numbered } from "#tests/support/commands";
import { testDatabase } from "#tests/support/database";
import { settingsOf } from "#tests/support/ops";
import { isObtainable } from "./engine.ts";
import { eventStoreDbImage, startEventStoreDb } from "./servers.ts";

const isMissing = !(await isObtainable(eventStoreDbImage));

/** What tests/event-store asserts on the stand-in, on the real server. */
describe.skipIf(isMissing)("EventStoreDB in a container", () => {
  it("serves from the first start on an empty server on, and after a restart of the product", async () => {
    const [server, database] = [await startEventStoreDb(), await testDatabase()];
    const settings = { ...settingsOf(database.url), PORT: "0", EVENT_STORE: "eventstoredb" };
    const config = readConfig({ ...settings, EVENTSTORE_URL: server?.url }, ["--no-demo"]);
    let origin = "";
    let writer: Writer | undefined;
    try {
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
      const { rows } = await database.pool.query("SELECT DISTINCT checkpoint FROM read_model_checkpoints");
      expect(rows.map(({ checkpoint }) => checkpoint)).not.toContain("0/0");
    } finally {
      await database.close();
      await server?.stop();
    }
  });

  it("says what it takes at most where MaxAppendSize is the usual one", async () => {
    const [server, database] = [await startEventStoreDb({ maxAppendBytes: 1_048_576 }), await testDatabase()];
    const reports: string[] = [];
    const store = eventStoreDb({
      url: server?.url ?? "",
      pool: database.pool,
      report: (sentence) => reports.push(sentence),
    });
    try {
      const large = { ...numbered(0), data: { text: "x".repeat(1_200_000) } };
      await expect(store.append("large-1", [large], -1, commandOf())).rejects.toBeInstanceOf(AppendTooLarge);
      expect(reports).toEqual([expect.stringMatching(/1048576.*MaxAppendSize/)]);
      expect((await store.append("large-1", [numbered(0)], -1, commandOf())).outcome).toBe("appended");
    } finally {
      await store.close();
      await database.close();
      await server?.stop();
    }
  });
});
