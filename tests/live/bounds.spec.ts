import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { closeCodes, tryAgainLater } from "#contracts/live";
import { isWithinShare, limitUpgrades, refuseUpgrade, serveUpgrades } from "#services/platform/live/upgrades";
import { connect, named, site, startServer, type TestServer, watching } from "#tests/live/server";
import { until } from "#tests/support/until";

const manyChannels = Array.from({ length: 200 }, (_, n) => `team-page/${String(n).padStart(64, "0")}`);

/** The status with which an upgrade is refused. */
const refusal = (url: string, origin?: string) =>
  new Promise<number | undefined>((resolve) => {
    const socket = new WebSocket(url, origin === undefined ? {} : { origin });
    socket.on("open", () => resolve(undefined));
    socket.on("error", () => {});
    socket.on("unexpected-response", (_, response) => resolve(response.statusCode));
    onTestFinished(() => socket.terminate());
  });

describe("the upgrade", () => {
  it("accepts this origin and clients without one on its path, not other origins", async () => {
    const { url } = await startServer();
    expect(await refusal(url, site)).toBeUndefined();
    expect(await refusal(`${url}?since=1`)).toBeUndefined();
    expect(await refusal(`${url}/more`)).toBe(200);
    expect(await refusal(url, "http://elsewhere.test")).toBe(403);
    expect(await refusal(url, `${site}.elsewhere.test`)).toBe(403);
    expect(await refusal(url, "null")).toBe(403);
  });

  it("shares a server with other endpoints and other upgrade listeners", async () => {
    const server = createServer((_, response) => response.writeHead(404).end());
    onTestFinished(() => void server.close());
    serveUpgrades(server, "/a", (_, socket) => refuseUpgrade(socket, 401));
    const stop = serveUpgrades(server, "/b", (_, socket) => refuseUpgrade(socket, 402));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const at = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect([await refusal(`${at}/a`), await refusal(`${at}/b`)]).toEqual([401, 402]);
    stop();
    expect(await refusal(`${at}/b`)).toBe(404);
    server.on("upgrade", (request, socket) => {
      if (request.url === "/reload") refuseUpgrade(socket, 418);
    });
    expect(await refusal(`${at}/reload`)).toBe(418);
  });
});

it("refuses websockets above the limits of an address and of a process until one is closed", async () => {
  const server = createServer();
  const refused: string[] = [];
  limitUpgrades(server, { inAll: 3, perAddress: 2 }, (limit) => refused.push(limit));
  const handler = new WebSocketServer({ noServer: true });
  let sender = 0;
  for (const path of ["/a", "/b"])
    serveUpgrades(server, path, (request, socket, head) =>
      handler.handleUpgrade(request, socket, head, () =>
        expect(isWithinShare(socket, `member ${++sender}`)).toBe(true),
      ),
    );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  /** The status of a response, 101 for an open socket, which is closed at the end of the test. */
  const opening = (path: string, address: string) => {
    const headers = { "x-forwarded-for": address };
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    onTestFinished(() => socket.terminate());
    return new Promise<{ status: number | undefined; socket: WebSocket }>((resolve) => {
      socket.on("error", () => {});
      socket.on("upgrade", () => resolve({ status: 101, socket }));
      socket.on("unexpected-response", (_, { statusCode }) => resolve({ status: statusCode, socket }));
    });
  };
  const first = await opening("/a", "198.51.100.1");
  const statuses = [first.status];
  for (const [path, address] of [
    ["/b", "198.51.100.1"],
    ["/a", "198.51.100.1"],
    ["/a", "198.51.100.2"],
    ["/a", "198.51.100.3"],
  ] as const)
    statuses.push((await opening(path, address)).status);
  expect(statuses).toEqual([101, 101, 429, 101, 503]);
  expect(refused).toEqual(["perAddress", "inAll"]);
  first.socket.terminate();
  await vi.waitFor(async () => expect((await opening("/a", "198.51.100.1")).status).toBe(101));
});

it("lets a member, and the visitors of an address, have a quarter of its websockets", async () => {
  const server = await startServer();
  const refused = vi.fn();
  limitUpgrades(server.http, { inAll: 100, perAddress: 8 }, refused);
  const visitors = [await connect(server, null), await connect(server, null)];
  const third = await connect(server, null, { saysHello: false });
  third.send({ type: "hello", token: null });
  expect(await third.closed).toBe(tryAgainLater);
  for (const member of ["ann", "ben"]) await connect(server, member);
  expect(refused).toHaveBeenCalledOnce();
  visitors[0]?.socket.terminate();
  await until(() => expect(server.live.stats().connections).toBe(3));
  await connect(server, null);
});

it("closes a websocket that has not said hello for a new one", async () => {
  const server = await startServer();
  const refused = vi.fn();
  limitUpgrades(server.http, { inAll: 100, perAddress: 3 }, refused);
  const silent = [];
  for (let n = 0; n < 3; n += 1) silent.push(await connect(server, null, { saysHello: false }));
  for (const member of ["ann", "ben"]) await connect(server, member);
  expect(await silent[0]?.closed).toBe(1006);
  expect(await silent[1]?.closed).toBe(1006);
  expect(refused).not.toHaveBeenCalled();
});

describe("hello", () => {
  it("is required first and times out, not for a client that sent it", async () => {
    const server = await startServer({ limits: { helloMs: 1000 } });
    const prompt = await watching(server, null, "team-page/1");
    const silent = await connect(server, null, { saysHello: false });
    const early = await connect(server, null, { saysHello: false });
    early.send({ type: "ping" });
    expect(await early.closed).toBe(closeCodes.badRequest);
    expect(await silent.closed).toBe(closeCodes.noPong);
    await prompt.roundTrip();
  });
});

describe("bad clients", () => {
  it.each([
    ["no JSON", "{"],
    ["no message", "7"],
    ["unknown type", '{"type":"dance"}'],
    ["unknown view", '{"type":"subscribe","view":"passwords","key":"1"}'],
    ["empty key", '{"type":"subscribe","view":"team-page","key":""}'],
    ["long checkpoint", JSON.stringify({ type: "resume", after: "x".repeat(201) })],
    ["bytes", Buffer.from('{"type":"ping"}')],
    ["second hello", '{"type":"hello","token":"ann"}'],
  ])("are stopped: %s", async (_, data) => {
    const server = await startServer();
    const client = await connect(server);
    client.socket.send(data);
    expect(await client.closed).toBe(closeCodes.badRequest);
  });

  it("are closed when a frame is too large", async () => {
    const server = await startServer({ limits: { frameBytes: 1000 } });
    const client = await connect(server);
    client.socket.send(`[${" ".repeat(1000)}]`);
    expect(await client.closed).toBe(1009);
    await until(() => expect(server.live.stats().connections).toBe(0));
  });

  it("may subscribe to all their channels together, but not sustain that rate", async () => {
    const server = await startServer({ limits: { messagesPerSecond: 5 } });
    const client = await watching(server, null, ...manyChannels);
    expect(client.received.filter(({ type }) => type === "subscribed")).toHaveLength(200);
    for (let n = 0; n < 20; n += 1) client.send({ type: "ping" });
    expect(await client.closed).toBe(closeCodes.tooMany);
  });

  it("cannot trigger permission checks faster than the message rate", async () => {
    let lookups = 0;
    const mayWatch = async () => {
      lookups += 1;
      return true;
    };
    const server = await startServer({ mayWatch, limits: { messagesPerSecond: 5 } });
    const channels = Array.from({ length: 100 }, (_, n) => `team-members/${n}`);
    const client = await watching(server, "ann", ...channels);
    for (let n = 0; n < 5; n += 1) client.send({ type: "resume", after: "0" });
    expect(await client.closed).toBe(closeCodes.tooMany);
    expect(lookups).toBeLessThanOrEqual(205);
  });
});

describe("bounds", () => {
  it("refuses one subscription above the limit and keeps the others", async () => {
    const server = await startServer({ limits: { subscriptionsPerConnection: 2 } });
    const client = await watching(server, null, "team-page/1", "team-page/2", "team-page/3");
    expect(await client.next("gone")).toEqual({ type: "gone", ...named("team-page/3"), code: "too-many" });
    server.log.happen("team-page/3");
    server.log.happen("team-page/2");
    await until(() => expect(client.names()).toEqual(["team-page/2"]));
    client.send({ type: "unsubscribe", ...named("team-page/1") });
    client.send({ type: "subscribe", ...named("team-page/3") });
    await client.roundTrip();
    server.log.happen("team-page/3");
    await until(() => expect(client.names()).toEqual(["team-page/2", "team-page/3"]));
  });

  it.each(["subscriptions", "subscriptionsPerAddress"])(
    "refuses subscriptions above the limit of all connections, counts them, and accepts others once those end: %s",
    async (limit) => {
      const subscriptionRefused = vi.fn();
      const server = await startServer({ limits: { [limit]: 3 }, metrics: { subscriptionRefused } });
      const first = await watching(server, null, "team-page/1", "team-page/2");
      const second = await watching(server, null, "team-page/1", "team-page/2");
      const tooMany = (id: string) => ({ type: "gone", ...named(id), code: "too-many" });
      const refused = () => second.received.filter(({ type }) => type === "gone");
      expect(refused()).toEqual([tooMany("team-page/2")]);
      const leaving = { type: "unsubscribe", ...named("team-page/1") } as const;
      first.send(leaving, leaving);
      await first.roundTrip();
      const watch = async (...ids: string[]) => {
        second.send(...ids.map((id) => ({ type: "subscribe", ...named(id) }) as const));
        await second.roundTrip();
      };
      await watch("team-page/2", "team-page/3");
      expect(refused().slice(1)).toEqual([tooMany("team-page/3")]);
      first.socket.close();
      await until(() => expect(server.live.stats().connections).toBe(1));
      await watch("team-page/3");
      expect([server.live.stats().subscriptions, refused().length]).toEqual([3, 2]);
      expect(subscriptionRefused).toHaveBeenCalledTimes(2);
    },
  );

  it("closes one connection above the member's limit, not the other connections", async () => {
    const server = await startServer({ limits: { connectionsPerMember: 2 } });
    const kept = [await connect(server, "ann"), await connect(server, "ann"), await connect(server, "bob")];
    const tooMany = await connect(server, "ann", { saysHello: false });
    tooMany.send({ type: "hello", token: "ann" });
    expect(await tooMany.closed).toBe(closeCodes.tooMany);
    for (const client of kept) await client.roundTrip();
    kept[0]?.socket.close();
    await until(() => expect(server.live.stats().connections).toBe(2));
    await (await connect(server, "ann")).roundTrip();
  });
});

describe("a client that reads slowly", () => {
  /** Sends until the kernel's buffers are full and the condition becomes true. */
  async function fill({ log }: TestServer, until: () => boolean) {
    for (let n = 0; !until(); n += 1) {
      log.happen(...manyChannels);
      await new Promise((resolve) => setTimeout(resolve));
      if (n > 5000) throw new Error("the kernel takes it all");
    }
  }

  async function stalled(options: Parameters<typeof startServer>[0]) {
    const server = await startServer(options);
    const slow = await watching(server, null, ...manyChannels);
    const quick = await watching(server, null, manyChannels[0] ?? "");
    slow.socket.pause();
    await fill(server, () => server.live.stats().pending > 0);
    return { server, slow, quick };
  }

  it("occupies bounded memory, delays no other client and gets every name", async () => {
    const bufferSoftBytes = 64 * 1024;
    const { server, slow, quick } = await stalled({ limits: { bufferSoftBytes, coalesceMs: 0 } });
    let last = "";
    for (let n = 0; n < 500; n += 1) {
      last = server.log.happen(...manyChannels);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => expect(quick.received.at(-1)).toMatchObject({ checkpoint: last }));
    const { pending, buffered } = server.live.stats();
    expect(pending).toBe(200);
    expect(buffered).toBeLessThan(bufferSoftBytes + 40_000);
    slow.socket.resume();
    await until(() =>
      expect(
        slow.received.slice(-200).map((message) => ("checkpoint" in message ? message.checkpoint : "")),
      ).toEqual(Array(200).fill(last)),
    );
    expect(server.live.stats()).toMatchObject({ pending: 0, connections: 2 });
  });

  it("is closed immediately above the hard buffer limit", async () => {
    const server = await startServer({ limits: { bufferSoftBytes: 2 ** 30, bufferHardBytes: 64 * 1024 } });
    const slow = await watching(server, null, ...manyChannels);
    slow.socket.pause();
    await fill(server, () => server.live.stats().connections === 0);
  });
});

it("closes connections whose peer responds to no pings, and keeps those that do", async () => {
  const closed: number[] = [];
  const server = await startServer({
    limits: { heartbeatMs: 500 },
    metrics: { closed: (code) => closed.push(code) },
  });
  const alive = await connect(server);
  const dead = new WebSocket(server.url, { autoPong: false });
  onTestFinished(() => dead.terminate());
  // Otherwise the missing hello would close it.
  dead.on("open", () => dead.send(JSON.stringify([{ type: "hello", token: null }])));
  await until(() => expect(closed).toEqual([closeCodes.noPong]));
  await alive.roundTrip();
});

it("counts connections and messages for the metrics", async () => {
  const counts = { sent: 0, lag: 0 };
  const server = await startServer({
    metrics: {
      sent: (messages) => {
        counts.sent += messages;
      },
      released: (lagMs) => {
        counts.lag += 1;
        expect(lagMs).toBeGreaterThanOrEqual(0);
      },
    },
  });
  const client = await watching(server, null, "team-page/1");
  server.log.happen("team-page/1");
  await client.next("changed");
  expect(counts).toEqual({ sent: client.received.length, lag: 1 });
  expect(server.live.stats().connections).toBe(1);
  client.socket.close();
  await until(() => expect(server.live.stats().connections).toBe(0));
});

describe("closing", () => {
  it("closes all connections with 4001 and leaves no subscription", async () => {
    const server = await startServer();
    const clients = await Promise.all(["ann", "bob", null].map((token) => connect(server, token)));
    await server.stop();
    expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([4001, 4001, 4001]);
    expect(server.live.stats().connections).toBe(0);
  });

  it("refuses upgrades, still sends changes, and terminates unresponsive peers", async () => {
    const server = await startServer({ limits: { closeSpreadMs: 2000 } });
    const clients = await Promise.all(
      Array.from({ length: 10 }, () => watching(server, null, "team-page/1")),
    );
    const mute = await connect(server);
    mute.socket.pause();
    const stopping = server.stop();
    expect(await refusal(server.url)).toBe(503);
    server.log.happen("team-page/1");
    await until(() => expect(clients.some((client) => client.names().length === 1)).toBe(true));
    await stopping;
    expect(server.live.stats().connections).toBe(0);
  });
});
