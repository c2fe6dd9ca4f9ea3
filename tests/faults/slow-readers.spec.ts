import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { liveLimits } from "#contracts/live";
import { eventually, startServer, type TestServer, watching } from "#tests/live-server";
import { figure, isLong, quantile, rounds } from "./rounds.ts";

const channels = Array.from({ length: 200 }, (_, n) => `team-page/${n}`);

/** Bytes that this process holds, garbage not counted. */
function held(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Milliseconds until a client that reads has heard of each of some changes. */
async function delivery(server: TestServer, quick: { heard: unknown[] }): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < rounds(20, 300); n += 1) {
    const began = performance.now();
    const checkpoint = server.log.happen(...channels);
    await eventually(() => expect(quick.heard.at(-1)).toMatchObject({ checkpoint }));
    times.push(performance.now() - began);
    await pause(1);
  }
  return times;
}

it("T13 clients that do not read cost a bounded amount each and nobody else anything, and have every name in the end", async () => {
  const server = await startServer({ limits: { coalesceMs: 0, slowMs: 3_600_000 } });
  const quick = await watching(server, null, channels[0]!);
  const without = await delivery(server, quick);
  const count = rounds(5, 50);
  const slow = await Promise.all(Array.from({ length: count }, () => watching(server, null, ...channels)));
  const before = held();
  const rssBefore = process.memoryUsage().rss;
  for (const { socket } of slow) socket.pause();
  // Until the kernel takes no more of any of them.
  while (server.live.stats().pending < count * channels.length) {
    server.log.happen(...channels);
    await pause(1);
  }
  const beside = await delivery(server, quick);
  const { pending, buffered } = server.live.stats();
  expect(pending).toBe(count * channels.length);
  expect(buffered / count).toBeLessThan(liveLimits.bufferSoftBytes + 64 * 1024);
  const perClient = (held() - before) / count;
  const rssPerClient = (process.memoryUsage().rss - rssBefore) / count;
  const [alone, p99] = [quantile(without, 0.99), quantile(beside, 0.99)];
  for (const { socket } of slow) socket.resume();
  const last = server.log.happen(...channels);
  for (const { heard } of slow)
    await eventually(() =>
      expect(heard.slice(-200).map((message) => "checkpoint" in message && message.checkpoint)).toEqual(
        Array(200).fill(last),
      ),
    );
  const [kB, ms] = [
    (bytes: number) => `${Math.round(bytes / 1024)} kB`,
    (time: number) => `${time.toFixed(1)} ms`,
  ];
  figure(
    "T13",
    `${count} slow readers: ${kB(perClient)} held and ${kB(rssPerClient)} resident each; p99 of others ${ms(alone)} before, ${ms(p99)} beside them`,
  );
  if (!isLong) return;
  expect(perClient).toBeLessThan(2 * 1024 * 1024);
  expect(rssPerClient).toBeLessThan(2 * 1024 * 1024);
  // Telling 50 more of 200 names each is work of its own; that they do not read must add nothing to it.
  expect(p99).toBeLessThan(alone + 20);
}, 300_000);
