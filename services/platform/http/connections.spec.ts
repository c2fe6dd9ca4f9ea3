import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Duplex } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { countNoLonger, limitConnections } from "./connections.ts";

/** A server that allows two connections per address by default; the test sends the responses. */
async function limited(perAddress = 2, refuseAfterMs = 0) {
  const server = createServer();
  const onRefused = vi.fn();
  const waiting: ServerResponse[] = [];
  const refuse = (_: unknown, response: ServerResponse, { detail }: { detail: { retryAfter?: number } }) => {
    response.writeHead(429, { "Retry-After": String(detail.retryAfter) }).end();
  };
  const limit = { perAddress, patienceMs: 60_000, refuseAfterMs, onRefused, refuse };
  limitConnections(server, limit, (_, response) => waiting.push(response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const ask = (forwarded?: string, signal?: AbortSignal) => {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    const asked = fetch(`http://127.0.0.1:${port}`, { headers, signal: signal ?? null });
    asked.catch(() => {});
    return asked;
  };
  return { server, onRefused, waiting, ask };
}

it("closes connections above the limit of an address until another one of it ends", async () => {
  const { server, onRefused } = await limited();
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new Duplex({ read() {}, write: (_, __, done) => done() }), {
      remoteAddress,
    });
    server.emit("connection", socket);
    return socket;
  };
  const client = "203.0.113.9";
  const [first] = [connect(client), connect(client)];
  expect(connect(client).destroyed).toBe(true);
  expect(onRefused).toHaveBeenCalledOnce();
  expect(connect("203.0.113.10").destroyed).toBe(false);
  first?.destroy();
  await once(first as Duplex, "close");
  const websocket = connect(client);
  expect(websocket.destroyed).toBe(false);
  countNoLonger(websocket);
  expect(connect(client).destroyed).toBe(false);
  websocket.destroy();
  await once(websocket, "close");
  expect(connect(client).destroyed).toBe(true);
  // Connections of a proxy belong to all its clients.
  for (let n = 0; n < 5; n += 1) expect(connect("172.18.0.4").destroyed).toBe(false);
});

it("closes the longest idle connection of an address instead of refusing a new one", async () => {
  const { server, onRefused, waiting } = await limited(3);
  const { port } = server.address() as AddressInfo;
  server.prependListener("connection", (socket) =>
    Object.defineProperty(socket, "remoteAddress", { value: "203.0.113.9" }),
  );
  const open = () => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    return socket.on("error", () => {}).resume();
  };
  const asking = async (answered: number) => {
    const socket = open();
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await vi.waitFor(() => expect(waiting.length).toBe(answered + 1));
    return socket;
  };
  const answer = async (n: number) => {
    const over = once(waiting[n] as ServerResponse, "close");
    waiting[n]?.end();
    await over;
  };
  const first = await asking(0);
  const second = await asking(1);
  await answer(1);
  await answer(0);
  // Sends another request, so the connection is no longer idle.
  second.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await vi.waitFor(() => expect(waiting.length).toBe(3));
  await asking(3);
  const closed = once(first, "close");
  await asking(4);
  await closed;
  expect(second.destroyed).toBe(false);
  expect(onRefused).not.toHaveBeenCalled();
  await once(open(), "close");
  expect(onRefused).toHaveBeenCalledOnce();
});

it("refuses requests above the limit of an address behind a proxy until another one ends", async () => {
  const { onRefused, waiting, ask } = await limited();
  const client = "198.51.100.1";
  const leaving = new AbortController();
  const answered = ask(client);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  void ask(client, leaving.signal);
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  const refused = await ask(client);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(onRefused).toHaveBeenCalledOnce();
  void ask("198.51.100.2");
  await vi.waitFor(() => expect(waiting).toHaveLength(3));
  waiting[0]?.end();
  expect((await answered).status).toBe(200);
  void ask(client);
  await vi.waitFor(() => expect(waiting).toHaveLength(4));
  const left = once(waiting[1] as ServerResponse, "close");
  leaving.abort();
  await left;
  void ask(client);
  await vi.waitFor(() => expect(waiting).toHaveLength(5));
});

it("serves eight requests of an address concurrently and queues further ones, without delaying other addresses", async () => {
  const { waiting, ask } = await limited(100);
  for (let n = 0; n < 20; n += 1) {
    void ask("198.51.100.1");
    await vi.waitFor(() => expect(waiting).toHaveLength(Math.min(n + 1, 8)));
  }
  void ask("198.51.100.2");
  await vi.waitFor(() => expect(waiting).toHaveLength(9));
  waiting[4]?.end();
  await vi.waitFor(() => expect(waiting).toHaveLength(10));
});

it("gives an address its turns regardless of the requests of others", async () => {
  const { waiting, ask } = await limited(100);
  const [one, other] = ["198.51.100.1", "198.51.100.2"];
  const askOf = async (client: string) => {
    const before = waiting.length;
    void ask(client);
    await vi.waitFor(() => expect(waiting).toHaveLength(before + 1));
  };
  for (const client of [one, other]) for (let n = 0; n < 4; n += 1) await askOf(client);
  await askOf(one);
  for (let n = 0; n < 3; n += 1) await askOf(other);
  await askOf(one);
});

it("delays a refusal by the time of its Retry-After", async () => {
  const { onRefused, waiting, ask } = await limited(1, 60_000);
  const first = ask("198.51.100.1");
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  const settled = vi.fn();
  ask("198.51.100.1").then(settled, settled);
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledOnce());
  waiting[0]?.end();
  await first;
  expect(settled).not.toHaveBeenCalled();
});

it("does not limit requests that a proxy makes for itself", async () => {
  const { waiting, ask } = await limited();
  for (let n = 0; n < 5; n += 1) void ask();
  await vi.waitFor(() => expect(waiting).toHaveLength(5));
});
