import { type ChildProcess, fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { createLive } from "#services/platform/live";
import { createTestLog, revocations, type TestLog, touched } from "#tests/live-log";
import type { Figures } from "./figures.ts";
import type { FromClients, ToClients } from "./live-clients.ts";

const sockets = 1000;

const answer = <T extends FromClients["type"]>(clients: ChildProcess, type: T) =>
  new Promise<Extract<FromClients, { type: T }>>((resolve, reject) => {
    const exited = () => reject(new Error("the clients have ended"));
    clients.once("exit", exited);
    clients.on("message", function heard(message: FromClients) {
      if (message.type !== type) return;
      clients.off("message", heard);
      clients.off("exit", exited);
      resolve(message as Extract<FromClients, { type: T }>);
    });
  });

/** Runs a measurement against a server here and 1000 clients in another process that watch some channels. */
async function withClients<T>(
  channels: readonly string[],
  coalesceMs: number,
  measure: (log: TestLog, clients: ChildProcess, sent: () => number) => Promise<T>,
): Promise<T> {
  const log = createTestLog();
  const server = createServer();
  const live = createLive({
    store: log.store,
    progress: log.progress,
    touched,
    revocations,
    authenticate: () => Promise.reject(new Error("visitors only")),
    mayWatch: async () => false,
    allowedOrigin: "http://site.test",
    log: pino({ enabled: false }),
    limits: { coalesceMs, closeSpreadMs: 0 },
  });
  live.attach(server, "/live");
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const clients = fork(new URL("./live-clients.ts", import.meta.url));
  try {
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`;
    const ready = answer(clients, "ready");
    clients.send({ type: "open", url, count: sockets, channels } satisfies ToClients);
    await ready;
    return await measure(log, clients, () => live.stats().sent);
  } finally {
    clients.kill();
    await live.close();
    server.close();
  }
}

/** Messages per second of this process's CPU time, everything from reading the log to the socket included. */
async function messagesPerCpuSecond(channels: readonly string[], rounds: number): Promise<number> {
  return withClients(channels, 0, async (log, clients, sent) => {
    const messages = rounds * sockets * channels.length;
    const done = answer(clients, "done");
    clients.send({ type: "expect", messages, wantsArrivals: false } satisfies ToClients);
    const before = process.cpuUsage();
    for (let n = 0; n < rounds; n += 1) {
      const after = sent() + sockets * channels.length;
      log.happen(...channels.map((key) => `team-page/${key}`));
      // One frame per event and socket: the next comes when this one has been handed over.
      while (sent() < after) await sleep(1);
    }
    await done;
    const { user, system } = process.cpuUsage(before);
    return messages / ((user + system) / 1e6);
  });
}

/** Milliseconds from the moment the rows are there to the arrival at each of 1000 clients, at one event per 50 ms. */
async function delivery(): Promise<{ p50: number; p99: number }> {
  return withClients(["1"], 10, async (log, clients) => {
    const rounds = 60;
    const happened = new Map<string, number>();
    const done = answer(clients, "done");
    clients.send({ type: "expect", messages: rounds * sockets, wantsArrivals: true } satisfies ToClients);
    for (let n = 0; n < rounds; n += 1) {
      happened.set(log.happen("team-page/1"), performance.timeOrigin + performance.now());
      await sleep(50);
    }
    const { arrivals } = await done;
    const times = arrivals.map(([checkpoint, at]) => at - (happened.get(checkpoint) ?? at));
    times.sort((a, b) => a - b);
    const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
    return { p50: at(0.5), p99: at(0.99) };
  });
}

/** Prints fan-out per CPU-second (aims of design/engine.md §6: 60,000 single, 600,000 batched) and delivery times. */
export async function benchLive({ remark: print }: Figures): Promise<void> {
  const single = await messagesPerCpuSecond(["1"], 200);
  const batched = await messagesPerCpuSecond(
    Array.from({ length: 10 }, (_, n) => String(n)),
    200,
  );
  const { p50, p99 } = await delivery();
  const whole = (n: number) => Math.round(n).toLocaleString("en");
  print(`live, ${sockets} sockets, one name per frame:   ${whole(single)} messages per CPU-second`);
  print(`live, ${sockets} sockets, ten names per frame:  ${whole(batched)} messages per CPU-second`);
  print(
    `live, ${sockets} sockets, delivery (coalesced for at most 10 ms): p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
}
