import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, vi } from "vitest";
import { tableOf } from "#projections/projection";
import { readModels } from "#projections/read-models";
import { start } from "#services/app/main";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { ops, settingsOf } from "#tests/support/ops";

/**
 * Exports the log of a running system, imports it into a new server and compares all rows of all read models.
 * @param source of an embedded PostgreSQL
 * @param fresh of an unused server
 * @param minEvents in the log
 */
export async function replayFromTo(source: string, fresh: string, minEvents: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "algomoim-replay-"));
  const events = join(folder, "events.ndjson.gz");
  const keys = join(folder, "keys.ndjson.gz");
  try {
    // Includes the demo: teams, articles, problems, recruitments, and members who change teams.
    const system = await start(readConfig({ ...settingsOf(source), PORT: "0" }, []), {
      log: createLogger("silent"),
    });
    await system.demoTried;
    await ops(
      source,
      "seed",
      "--teams",
      "10",
      "--members",
      "120",
      "--days",
      String(minEvents / 100),
      "--events",
    );
    await ops(source, "events", "export", events, "--keys", keys);
    await vi.waitFor(async () => {
      const { readModels: states } = await (await fetch(`${system.url.origin}/health/ready`)).json();
      for (const { name, lagEvents } of states) expect({ name, lagEvents }).toEqual({ name, lagEvents: 0 });
    });
    await system.close();
    const { lines } = await ops(fresh, "events", "import", events, "--keys", keys);
    expect(lines.at(-1).events).toBeGreaterThan(minEvents);
    const before = await readModelsOf(source);
    const after = await readModelsOf(fresh);
    for (const { name } of readModels) {
      expect(after[name], name).toEqual(before[name]);
      // Neither the demo nor the seed deletes a problem.
      if (name !== "removed-problems") expect(after[name]?.length, name).toBeGreaterThan(0);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * All rows of all read models. Positions differ between logs and are replaced by their rank, because events have the
 * same order.
 */
async function readModelsOf(databaseUrl: string): Promise<Record<string, unknown[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  const contents: Record<string, unknown[]> = {};
  for (const { name, table } of readModels) {
    const columns = Object.keys(table.columns).map((column) =>
      column.endsWith("position") || column === "changed"
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
