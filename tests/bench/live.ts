import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { type WebSocket, WebSocketServer } from "ws";
import type { ServerMessage } from "#contracts/live";
import { connectionSettings } from "#services/platform/database/database";
import { createLive } from "#services/platform/live/live";
import { createTestLog, revocations, touched } from "../live/log.ts";
import { commandOf } from "../support/commands.ts";
import type { Figures } from "./figures.ts";
import { type HelperProcess, helperProcess } from "./helper-process.ts";
import type { SocketsOrder, SocketsReport } from "./live-sockets.ts";
import { withSystem } from "./set-up.ts";
import { median, medianOfRounds, p99 } from "./statistics.ts";

const sockets = 1000;
const rounds = 5;
const framesPerRound = 40;
const hops = 60;

type Clients = HelperProcess<SocketsOrder, SocketsReport>;
/** Sends this many frames to every socket, each after the previous one was written. */
type Send = (frames: number) => Promise<void>;

/**
 * Messages per second of processor time, compared with bare `ws`; then the latency of a change from the log to the
 * browsers.
 */
export async function benchLive(figures: Figures): Promise<void> {
  await fanOut(figures, 1);
  await fanOut(figures, 10);
  await firstHop(figures);
}

async function fanOut({ atLeast }: Figures, names: number): Promise<void> {
  const channels = Array.from({ length: names }, (_, n) => `team-page/${n}`);
  const live = await liveServer(channels);
  const bare = await bareServer(channels);
  const sides = [live, bare].map(({ url, send }) => {
    return { url, send, clients: helperProcess<SocketsOrder, SocketsReport>("./live-sockets.ts") };
  });
  try {
    const rates: number[][] = [[], []];
    for (const [n, { clients, url }] of sides.entries())
      await clients.ask({ type: "open", urls: [url], count: sockets, channels: n === 0 ? channels : [] });
    for (let round = -1; round < rounds; round += 1)
      for (const [n, { clients, send }] of sides.entries()) {
        const rate = await messagesPerCpuSecond(clients, send, names);
        if (round >= 0) rates[n]?.push(rate);
      }
    const [own = [], limit = []] = rates;
    const what = names === 1 ? "one name per frame" : `${names} names per frame`;
    atLeast(0.8, { what, unit: "messages/CPU-s", ...medianOfRounds(own, limit) });
  } finally {
    for (const { clients } of sides) await clients.stop();
    await live.close();
    await bare.close();
  }
}

async function messagesPerCpuSecond(clients: Clients, send: Send, names: number): Promise<number> {
  const messages = framesPerRound * sockets * names;
  await clients.ask({ type: "expect", messages });
  const before = process.cpuUsage();
  await send(framesPerRound);
  await clients.ask({ type: "await" });
  const { user, system } = process.cpuUsage(before);
  return messages / ((user + system) / 1e6);
}

/** The product's live server on a log in memory: from reading the log to the socket. */
async function liveServer(channels: readonly string[]) {
  const log = createTestLog();
  let sent = 0;
  const live = createLive({
    store: log.store,
    progress: log.progress,
    touched,
    revocations,
    authenticate: () => Promise.reject(new Error("visitors only")),
    mayWatch: async () => false,
    isDeleted: async () => false,
    lookUp: () => undefined,
    whenLoginEnds: () => () => {},
    revoked: () => {},
    personOf: async () => undefined,
    allowedOrigin: "http://site.test",
    log: pino({ enabled: false }),
    // Counted continuously, because `stats` iterates over all sockets.
    metrics: {
      sent: (messages) => (sent += messages),
      closed: () => {},
      released: () => {},
      subscriptionRefused: () => {},
    },
    limits: { coalesceMs: 0, closeSpreadMs: 0 },
  });
  const server = createServer();
  live.attach(server, "/live");
  const url = await listening(server);
  const send: Send = async (frames) => {
    for (let n = 0; n < frames; n += 1) {
      const after = sent + sockets * channels.length;
      log.happen(...channels);
      while (sent < after) await sleep(1);
    }
  };
  return { url, send, close: async () => closeBoth(live.close(), server) };
}

/** The same frames, built in advance, on `ws` alone. */
async function bareServer(channels: readonly string[]) {
  const server = createServer();
  const bare = new WebSocketServer({ server, perMessageDeflate: false });
  const open = new Set<WebSocket>();
  bare.on("connection", (socket) => open.add(socket));
  const url = await listening(server);
  const frame = (n: number) =>
    Buffer.from(
      JSON.stringify(
        channels.map((channel): ServerMessage => {
          const [, key = ""] = channel.split("/");
          return { type: "changed", view: "team-page", key, checkpoint: String(n) };
        }),
      ),
    );
  const frames = Array.from({ length: framesPerRound }, (_, n) => frame(n));
  const send: Send = async () => {
    for (const made of frames) {
      for (const socket of open) socket.send(made, { binary: false });
      await sleep(1);
    }
  };
  const close = () => {
    for (const socket of open) socket.terminate();
    return closeBoth(Promise.resolve(bare.close()), server);
  };
  return { url, send, close };
}

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`;
}

async function closeBoth(first: Promise<unknown>, server: Server): Promise<void> {
  await first;
  server.closeAllConnections();
  server.close();
}

/** Two processes with 500 sockets each; the change is appended by a third, so no server is notified within its own process. */
async function firstHop({ note, atMost }: Figures): Promise<void> {
  await withSystem({ teams: 20, members: 100, days: 3 }, async ({ databaseUrl, storage, start }) => {
    const env = { LOG_LEVEL: "error" };
    const servers = [await start({ env }), await start({ env: { ...env, ROLE: "api" } })];
    const clients: Clients = helperProcess("./live-sockets.ts");
    const notify = await notifications(databaseUrl);
    try {
      const urls = servers.map(
        ({ origin }) => `${origin.replace("http://localhost", "ws://127.0.0.1")}/live`,
      );
      await clients.ask({ type: "open", urls, count: sockets, channels: ["team-page/1"] });
      await clients.ask({ type: "expect", messages: hops * sockets });
      let { revision } = await storage.store.read("team-1");
      const appended: { checkpoint: string; at: number }[] = [];
      const bare: number[] = [];
      for (let n = 0; n < hops; n += 1) {
        const event = {
          type: "AnnouncementChanged",
          schemaVersion: 1,
          data: { teamId: 1, announcement: `${n}` },
        };
        // Like the clock of NOTIFY below: from before the call.
        const at = performance.timeOrigin + performance.now();
        const result = await storage.store.append("team-1", [event], revision, commandOf());
        if (result.outcome !== "appended") throw new Error("the event was not appended");
        revision = result.revision;
        appended.push({ checkpoint: result.checkpoint, at });
        await sleep(60);
        bare.push(await notify.measure());
        await sleep(40);
      }
      const { arrivals } = await clients.ask({ type: "await", last: appended.at(-1)?.checkpoint ?? "" });
      const received = appended.filter(({ checkpoint }) => arrivals[checkpoint] !== undefined);
      const first = received.map(({ checkpoint, at }) => (arrivals[checkpoint]?.[0] ?? Number.NaN) - at);
      const every = appended.flatMap(({ checkpoint, at }) =>
        (arrivals[checkpoint] ?? []).map((one) => one - at),
      );
      atMost(6, {
        what: "append → first socket, p50",
        value: median(first),
        unit: "ms",
        limit: median(bare),
      });
      note({ what: "append → every socket, p50", value: median(every), unit: "ms" });
      note({ what: "append → every socket, p99", value: p99(every), unit: "ms" });
    } finally {
      await clients.stop();
      await notify.close();
    }
  });
}

/** Latency of a durable row and a NOTIFY in one transaction between two idle connections. */
async function notifications(databaseUrl: string) {
  const settings = connectionSettings(databaseUrl);
  const notifier = new pg.Client(settings);
  const listener = new pg.Client(settings);
  await Promise.all([notifier.connect(), listener.connect()]);
  await listener.query("LISTEN bench");
  await notifier.query("CREATE TABLE bench_rows (at timestamptz DEFAULT now())");
  return {
    async measure(): Promise<number> {
      const began = performance.now();
      const received = once(listener, "notification").then(() => performance.now() - began);
      await notifier.query("BEGIN; INSERT INTO bench_rows DEFAULT VALUES; NOTIFY bench; COMMIT");
      return received;
    },
    close: () => Promise.all([notifier.end(), listener.end()]),
  };
}
