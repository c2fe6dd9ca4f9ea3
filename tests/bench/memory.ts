import { setTimeout as sleep } from "node:timers/promises";
import type { Figures } from "./figures.ts";
import { helperProcess } from "./helper-process.ts";
import type { SocketsOrder, SocketsReport } from "./live-sockets.ts";
import { residentMb } from "./proc.ts";
import { isBuilt, settled, withSystem } from "./set-up.ts";

const plan = { teams: 200, members: 2000, days: 20 };
const sockets = 1000;
const settleMs = 5000;

/** Resident size of the built server: idle, with idle sockets, and while it rebuilds every read model. */
export async function benchMemory({ note, atMost, remark }: Figures): Promise<void> {
  await withSystem(plan, async ({ storage, seeded, start }) => {
    remark(`${seeded.events} events`);
    const first = await start();
    await settled(first.origin, storage);
    await first.stop();
    const server = await start();
    await settled(server.origin, storage);
    await sleep(settleMs);
    const idle = residentMb(server.pid);
    atMost(160, { what: "idle", value: idle, unit: "MB" });
    const clients = helperProcess<SocketsOrder, SocketsReport>("./live-sockets.ts");
    await clients.ask({
      type: "open",
      urls: [`${server.origin.replace("http://localhost", "ws://127.0.0.1")}/live`],
      count: sockets,
      channels: ["team-page/1"],
    });
    await sleep(settleMs);
    atMost(20, { what: "1,000 idle sockets more", value: residentMb(server.pid) - idle, unit: "MB" });
    await clients.stop();
    await server.stop();
    // As after a deployment with newer versions of read models.
    const { pool } = storage.database;
    await pool.query("UPDATE read_model_checkpoints SET version = version - 1");
    const rebuilding = await start();
    let max = 0;
    const began = performance.now();
    while (!(await isBuilt(pool))) {
      max = Math.max(max, residentMb(rebuilding.pid));
      await sleep(50);
    }
    note({ what: "rebuild of every read model", value: performance.now() - began, unit: "ms" });
    atMost(150, { what: "while it rebuilds more", value: max - idle, unit: "MB" });
  });
}
