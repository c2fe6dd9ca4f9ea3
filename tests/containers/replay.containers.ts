import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { tableOf } from "#projections/projection";
import { prepareReadModels } from "#projections/projector/schema";
import { readModels } from "#projections/read-models";
import { start } from "#services/app/main";
import { openStorage } from "#services/app/storage";
import type { Context } from "#services/ops/command";
import { exportEvents } from "#services/ops/export-events";
import { importEvents } from "#services/ops/import-events";
import { createPrinter } from "#services/ops/printer";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { testDatabase } from "#tests/support/database";
import { withPostgres } from "#tests/support/with-postgres";

const configFor = (databaseUrl: string, ...args: string[]) =>
  readConfig({ NODE_ENV: "test", PORT: "0", DATABASE_URL: databaseUrl, SECRET_KEY: "a".repeat(40) }, args);

/** A command of the command line, on one database. */
async function operate(databaseUrl: string, run: (context: Context) => Promise<number>): Promise<void> {
  const config = configFor(databaseUrl);
  const storage = await openStorage(config, createLogger("silent"));
  await prepareReadModels(storage.database.pool, readModels, storage.store.start);
  const silent = { write: () => {} };
  const { signal } = new AbortController();
  const printer = createPrinter(true, { out: silent, err: silent });
  try {
    expect(await run({ config, printer, signal, storage: async () => storage })).toBe(0);
  } finally {
    await storage.close();
  }
}

/**
 * All rows of all read models. Positions are places in one log and read as their rank: the same event stands elsewhere in
 * another log, but in the same order.
 */
async function readModelsOf(databaseUrl: string): Promise<Record<string, unknown[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  const contents: Record<string, unknown[]> = {};
  for (const { name, table } of readModels) {
    const columns = Object.keys(table.columns).map((column) =>
      column.endsWith("position")
        ? `CASE WHEN ${column} IS NOT NULL THEN dense_rank() OVER (ORDER BY ${column}) END AS ${column}`
        : `"${column}"`,
    );
    const { rows } = await client.query(
      `SELECT ${columns.join(", ")} FROM ${tableOf(name)} ORDER BY ${table.key.join(", ")}`,
    );
    contents[name] = rows;
  }
  await client.end();
  return contents;
}

it("replays the exported log of a running system into a fresh PostgreSQL: the same read models", async () => {
  const folder = await mkdtemp(join(tmpdir(), "algomoim-replay-"));
  const [events, keys] = ["events.ndjson.gz", "keys.ndjson.gz"].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  const fresh = await testDatabase({ migrations: [] });
  try {
    const before = await withPostgres(async (url) => {
      // With the demo: teams, articles, problems, recruitments, and people who move between them.
      const system = await start(configFor(url), { log: createLogger("silent") });
      await system.close();
      await operate(url, (context) => exportEvents.run({ names: [events], options: { keys } }, context));
      return readModelsOf(url);
    });
    await operate(fresh.url, (context) => importEvents.run({ names: [events], options: { keys } }, context));
    const after = await readModelsOf(fresh.url);
    for (const { name } of readModels) {
      expect(after[name], name).toEqual(before[name]);
      expect(after[name]?.length, name).toBeGreaterThan(0);
    }
  } finally {
    await fresh.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 180_000);
