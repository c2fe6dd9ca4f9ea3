import { setTimeout as sleep } from "node:timers/promises";
import { readModelRows } from "#projections/projector/checkpoints";
import { readModels } from "#projections/read-models";
import { freePort, startServerProcess } from "../support/server-process.ts";
import { withPostgres } from "../support/with-postgres.ts";
import type { Figures } from "./figures.ts";
import { helperProcess } from "./helper-process.ts";
import type { SocketsOrder, SocketsReport } from "./live-sockets.ts";
import { residentMb } from "./proc.ts";
import { openSeeded, secretKey, seedAndBuild, settled } from "./seeded.ts";

const plan = { teams: 200, members: 2000, days: 20 };
const sockets = 1000;
const settleMs = 5000;

/** Resident size of the built server: idle, with idle sockets, and while it builds every read model anew by itself. */
export async function benchMemory({ note, atMost, remark }: Figures): Promise<void> {
  await withPostgres(async (databaseUrl) => {
    const storage = await openSeeded(databaseUrl);
    const events = await seedAndBuild(storage, plan);
    remark(`${events} events`);
    const port = await freePort();
    const settings = { port, databaseUrl, env: { SECRET_KEY: secretKey, LOG_LEVEL: "info" } };
    const first = await startServerProcess(settings);
    await settled(first.origin, storage);
    await first.stop();
    const server = await startServerProcess(settings);
    await settled(server.origin, storage);
    await sleep(settleMs);
    const idle = residentMb(server.pid);
    atMost(160, { what: "idle", value: idle, unit: "MB" });
    const clients = helperProcess<SocketsOrder, SocketsReport>("./live-sockets.ts");
    await clients.ask({
      type: "open",
      urls: [`ws://127.0.0.1:${port}/live`],
      count: sockets,
      channels: ["team-page/1"],
    });
    await sleep(settleMs);
    atMost(20, { what: "1,000 idle sockets more", value: residentMb(server.pid) - idle, unit: "MB" });
    await clients.stop();
    await server.stop();
    // As after a deploy of a program whose read models are of a newer version.
    const { pool } = storage.database;
    await pool.query("UPDATE read_model_checkpoints SET version = version - 1");
    const rebuilding = await startServerProcess(settings);
    let most = 0;
    const began = performance.now();
    while (!(await isBuilt(pool))) {
      most = Math.max(most, residentMb(rebuilding.pid));
      await sleep(50);
    }
    note({ what: "rebuild of every read model", value: performance.now() - began, unit: "ms" });
    atMost(150, { what: "while it rebuilds more", value: most - idle, unit: "MB" });
    await rebuilding.stop();
    await storage.close();
  });
}

async function isBuilt(pool: Parameters<typeof readModelRows>[0]): Promise<boolean> {
  const rows = new Map((await readModelRows(pool)).map((row) => [row.name, row]));
  return readModels.every(({ name, version }) => {
    const row = rows.get(name);
    return row?.version === version && row.state === "running";
  });
}
