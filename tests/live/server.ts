import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { Refused } from "#contracts/errors";
import type { ClientMessage, ServerMessage } from "#contracts/live";
import { createLive } from "#services/platform/live/live";
import type { LiveOptions } from "#services/platform/live/options";
import { createTestLog, revocations, type TestLog, touched } from "#tests/live/log";
import { until } from "#tests/support/until";

export const site = "http://site.test";

export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** A token of these tests is the member's name; `expired` and `bad` are refused as such. */
export const authenticate: LiveOptions["authenticate"] = async (token) => {
  if (token === "expired") throw new Refused("expired-token");
  if (token === "bad") throw new Refused("bad-token");
  return { uuid: token, expiresAt: new Date(Date.now() + 60_000) };
};

interface ServerOptions extends Partial<Omit<LiveOptions, "log" | "metrics">> {
  readonly log?: TestLog;
  readonly port?: number;
  readonly metrics?: Partial<LiveOptions["metrics"]>;
}

/** A server with a live feed over its own log, or over that of an earlier server. */
export async function startServer({ log = createTestLog(), port = 0, ...options }: ServerOptions = {}) {
  const server = createServer((_, response) => response.end());
  const live = createLive({
    store: log.store,
    progress: log.progress,
    touched,
    revocations,
    authenticate,
    mayWatch: async () => true,
    isDeleted: async () => false,
    lookUp: () => undefined,
    whenLoginEnds: () => () => {},
    revoked: () => {},
    personOf: async (uuid) => ({ uuid, name: uuid, imageUrl: "" }),
    allowedOrigin: site,
    log: pino({ enabled: false }),
    ...options,
    metrics: {
      sent: () => {},
      closed: () => {},
      released: () => {},
      subscriptionRefused: () => {},
      ...options.metrics,
    },
    limits: { closeSpreadMs: 0, closeGraceMs: 50, retryFirstMs: 1, coalesceMs: 1, ...options.limits },
  });
  live.attach(server, "/live");
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const at = (server.address() as AddressInfo).port;
  let stopping: Promise<void> | undefined;
  /** Stops feed and server, in the order of `createLive`. */
  const stop = (): Promise<void> => {
    stopping ??= live.close().then(() => new Promise((resolve) => server.close(() => resolve())));
    return stopping;
  };
  onTestFinished(stop);
  return { http: server, log, live, port: at, url: `ws://127.0.0.1:${at}/live`, stop };
}

export type RawClient = Awaited<ReturnType<typeof connect>>;

/** A client that sends only what the test sends. */
export async function connect(
  { url }: Pick<TestServer, "url">,
  token: string | null = null,
  { saysHello = true }: { saysHello?: boolean } = {},
) {
  const socket = new WebSocket(url);
  const frames: ServerMessage[][] = [];
  const received: ServerMessage[] = [];
  const closed = new Promise<number>((resolve) => {
    socket.on("close", resolve);
  });
  onTestFinished(() => socket.terminate());
  socket.on("message", (data) => {
    const messages = JSON.parse(String(data)) as ServerMessage[];
    frames.push(messages);
    received.push(...messages);
  });
  const client = {
    socket,
    /** All messages so far. */
    received,
    /** All frames so far. */
    frames,
    /** The close code. */
    closed,
    send: (...messages: ClientMessage[]) => socket.send(JSON.stringify(messages)),
    /** `view/key` of every `changed` so far. */
    names: () =>
      received.flatMap((message) => (message.type === "changed" ? [`${message.view}/${message.key}`] : [])),
    /** Resolves once everything that the server sent before has arrived. */
    async roundTrip() {
      const pongs = () => received.filter(({ type }) => type === "pong").length;
      const before = pongs();
      client.send({ type: "ping" });
      await until(() => {
        if (pongs() === before) throw new Error("no pong");
      });
    },
    next: <T extends ServerMessage["type"]>(type: T): Promise<Extract<ServerMessage, { type: T }>> =>
      until(() => {
        const found = received.find((message) => message.type === type);
        if (!found) throw new Error(`no ${type}`);
        return found as never;
      }),
  };
  await new Promise<void>((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", reject);
  });
  if (saysHello) {
    client.send({ type: "hello", token });
    await client.next("hello");
  }
  return client;
}

/** `team-page/1` as a message. */
export function named(id: string) {
  const [view, key] = id.split("/") as [never, string];
  return { view, key };
}

/** A client whose subscriptions are confirmed. */
export async function watching(
  server: Pick<TestServer, "url">,
  token: string | null,
  ...ids: string[]
): Promise<RawClient> {
  const client = await connect(server, token);
  client.send(...ids.map((id) => ({ type: "subscribe", ...named(id) }) as const));
  await client.roundTrip();
  return client;
}
