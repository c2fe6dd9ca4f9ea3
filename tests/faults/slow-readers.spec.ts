import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import { liveLimits } from "#contracts/live";
import { helperProcess } from "#tests/bench/helper-process";
import { median, p99 } from "#tests/bench/statistics";
import { startServer, type TestServer } from "#tests/live/server";
import type { WatchingOrder, WatchingReport } from "#tests/support/watching-process";
import { figure, isLong, rounds } from "./rounds.ts";

const channels = Array.from({ length: 200 }, (_, n) => `team-page/${n}`);

/** Memory in use by this process after garbage collection. */
function held(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Clients in a separate process. */
function clients() {
  const process = helperProcess<WatchingOrder, WatchingReport>("../support/watching-process.ts");
  onTestFinished(process.stop);
  return process;
}

/** p99 of the milliseconds until a reading client has received some changes. */
async function delivery(server: TestServer, quick: ReturnType<typeof clients>): Promise<number> {
  const begun = new Map<string, number>();
  for (let n = 0; n < rounds(20, 500); n += 1) {
    const at = performance.timeOrigin + performance.now();
    begun.set(server.log.happen(...channels), at);
    await pause(10);
  }
  const { arrivals } = await quick.ask({ type: "await", last: [...begun.keys()].at(-1) ?? "" });
  return p99([...begun].map(([checkpoint, at]) => (arrivals[checkpoint] ?? Number.NaN) - at));
}

it("T13 clients that do not read occupy bounded memory each, delay no other client, and finally receive every name", async () => {
  const server = await startServer({ limits: { coalesceMs: 0, slowMs: 3_600_000 } });
  const { url, log, live } = server;
  const quick = clients();
  const others = clients();
  const count = rounds(5, 50);
  await quick.ask({ type: "open", url, count: 1, channels: channels.slice(0, 1) });
  await others.ask({ type: "open", url, count, channels });
  const whileAllRead = [await delivery(server, quick)];
  // Resident size first, because measuring the heap collects garbage.
  const residentBefore = process.memoryUsage().rss;
  const heldBefore = held();
  let resident = 0;
  let most = 0;
  const besideThem: number[] = [];
  for (let turn = 0; turn < rounds(1, 3); turn += 1) {
    await others.ask({ type: "pause" });
    // Until the kernel accepts no more for any of them.
    while (live.stats().pending < count * channels.length) {
      log.happen(...channels);
      await pause(1);
    }
    besideThem.push(await delivery(server, quick));
    const { pending, buffered } = live.stats();
    expect(pending).toBe(count * channels.length);
    expect(buffered / count).toBeLessThan(liveLimits.bufferSoftBytes + 64 * 1024);
    resident = Math.max(resident, process.memoryUsage().rss - residentBefore);
    most = Math.max(most, held() - heldBefore);
    await others.ask({ type: "resume" });
    await others.ask({ type: "await", last: log.happen(...channels) });
    whileAllRead.push(await delivery(server, quick));
  }
  const kB = (bytes: number) => `${Math.round(bytes / count / 1024)} kB`;
  const ms = (p99s: readonly number[]) => `${p99s.map((p99) => p99.toFixed(1)).join(", ")} ms`;
  figure(
    "T13",
    `${count} slow readers: ${kB(most)} held and ${kB(resident)} resident each; p99 of another ${ms(besideThem)} beside them, ${ms(whileAllRead)} while all read`,
  );
  if (!isLong) return;
  expect(most / count).toBeLessThan(2 * 1024 * 1024);
  expect(resident / count).toBeLessThan(2 * 1024 * 1024);
  expect(median(besideThem)).toBeLessThan(1.25 * median(whileAllRead));
}, 300_000);
