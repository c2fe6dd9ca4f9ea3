import { once } from "node:events";
import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
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
  const senderOf = async (authorization: string) => /^Bearer (\w+)$/.exec(authorization)?.[1];
  const limit = { perAddress, senderOf, patienceMs: 60_000, refuseAfterMs, onRefused, refuse };
  limitConnections(server, limit, (_, response) => waiting.push(response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const ask = (forwarded?: string, { member, ...more }: RequestInit & { member?: string } = {}) => {
    const headers = {
      ...(forwarded !== undefined && { "x-forwarded-for": forwarded }),
      ...(member !== undefined && { authorization: `Bearer ${member}` }),
    };
    const asked = fetch(`http://127.0.0.1:${port}`, { headers, ...more });
    asked.catch(() => {});
    return asked;
  };
  return { server, onRefused, waiting, ask };
}

function connecting(server: Server, remoteAddress: string): Duplex {
  const socket = Object.assign(new Duplex({ read() {}, write: (_, __, done) => done() }), { remoteAddress });
  server.emit("connection", socket);
  return socket;
}

it("closes connections above the limit of an address until another one of it ends", async () => {
  const { server, onRefused, waiting } = await limited();
  const client = "203.0.113.9";
  let members = 0;
  /** A connection with a request in progress. */
  const busy = async (remoteAddress = client) => {
    const socket = connecting(server, remoteAddress);
    if (socket.destroyed) return socket;
    const request = Object.assign(new IncomingMessage(socket as Socket), {
      headers: { authorization: `Bearer member${++members}` },
    });
    server.emit("request", request, new ServerResponse(request));
    await vi.waitFor(() => expect(waiting).toHaveLength(members));
    return socket;
  };
  const first = await busy();
  await busy();
  expect((await busy()).destroyed).toBe(true);
  expect(onRefused).toHaveBeenCalledOnce();
  expect((await busy("203.0.113.10")).destroyed).toBe(false);
  first.destroy();
  await once(first, "close");
  const websocket = connecting(server, client);
  expect(websocket.destroyed).toBe(false);
  countNoLonger(websocket);
  expect((await busy()).destroyed).toBe(false);
  websocket.destroy();
  await once(websocket, "close");
  expect((await busy()).destroyed).toBe(true);
  // Connections of a proxy belong to all its clients.
  const ofProxy = Array.from({ length: 5 }, () => connecting(server, "172.18.0.4"));
  expect(ofProxy.filter(({ destroyed }) => destroyed)).toEqual([]);
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
    // Each of another member, who may have one request in progress.
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer member${answered}\r\n\r\n`);
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
  const { onRefused, waiting, ask } = await limited(10);
  const client = "198.51.100.1";
  const leaving = new AbortController();
  const answered = ask(client);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  void ask(client, { signal: leaving.signal });
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
  const { waiting, ask } = await limited(1000);
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
  const one = "198.51.100.1";
  const other = "198.51.100.2";
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

it("does not limit requests that a proxy makes for itself", async () => {
  const { waiting, ask } = await limited();
  for (let n = 0; n < 5; n += 1) void ask();
  await vi.waitFor(() => expect(waiting).toHaveLength(5));
});

it("closes a connection that has sent no complete request for a new one", async () => {
  const { server, onRefused } = await limited();
  const open = () => connecting(server, "203.0.113.9");
  const first = open();
  const second = open();
  const third = open();
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  expect(onRefused).not.toHaveBeenCalled();
});

const client = "198.51.100.1";
it("lets visitors with slow bodies hold a sixteenth of an address, members and other visitors the rest", async () => {
  const { server, onRefused, waiting, ask } = await limited(16);
  const { port } = server.address() as AddressInfo;
  /** A request nothing of whose body arrives. */
  const askSlowly = (token: string) => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    const headers = `Host: a\r\nX-Forwarded-For: ${client}\r\n${token}Content-Length: 100`;
    socket.write(`POST / HTTP/1.1\r\n${headers}\r\n\r\n`);
  };
  for (let n = 0; n < 9; n += 1) askSlowly("");
  // A token that is not valid makes no member.
  askSlowly("Authorization: Bearer no-token\r\n");
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledTimes(9));
  expect(waiting).toHaveLength(1);
  void ask(client);
  for (const member of ["one", "two"]) void ask(client, { member });
  await vi.waitFor(() => expect(waiting).toHaveLength(4));
});

it("ends the oldest response that a visitor does not read, for another visitor's request", async () => {
  const { onRefused, waiting, ask } = await limited(16);
  for (let n = 0; n < 3; n += 1) void ask(client);
  await vi.waitFor(() => expect(waiting).toHaveLength(3));
  const [first, second] = waiting;
  second?.writeHead(200).flushHeaders();
  void ask(client);
  await vi.waitFor(() => expect(waiting).toHaveLength(4));
  expect([first?.destroyed, second?.destroyed]).toEqual([false, true]);
  expect(onRefused).not.toHaveBeenCalled();
});

it("lets a member have a quarter of an address's requests in progress", async () => {
  const { onRefused, waiting, ask } = await limited(16);
  for (let n = 0; n < 6; n += 1) void ask(client, { member: "one" });
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledTimes(2));
  for (let n = 0; n < 4; n += 1) void ask(client, { member: "two" });
  // At another address the member has another quarter.
  void ask("198.51.100.2", { member: "one" });
  await vi.waitFor(() => expect(waiting).toHaveLength(9));
});

it("begins a request that waits once one of its sender is over, without a refusal", async () => {
  const { onRefused, waiting, ask } = await limited(16, 60_000);
  for (let n = 0; n < 4; n += 1) void ask(client, { member: "one" });
  await vi.waitFor(() => expect(waiting).toHaveLength(4));
  const last = ask(client, { member: "one" });
  // A request of another member does not make room for it.
  void ask(client, { member: "two" });
  await vi.waitFor(() => expect(waiting).toHaveLength(5));
  const over = once(waiting[4] as ServerResponse, "close");
  waiting[4]?.end();
  await over;
  expect(waiting).toHaveLength(5);
  waiting[0]?.end();
  await vi.waitFor(() => expect(waiting).toHaveLength(6));
  waiting[5]?.end();
  expect((await last).status).toBe(200);
  expect(onRefused).not.toHaveBeenCalled();
});

it("begins pipelined requests of a connection one after the other, and closes one with more than eight", async () => {
  const { server, waiting } = await limited(100);
  const { port } = server.address() as AddressInfo;
  const pipelining = (requests: number) => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n\r\n`.repeat(requests));
    return socket.resume();
  };
  const reader = pipelining(9);
  for (let n = 0; n < 9; n += 1) {
    await vi.waitFor(() => expect(waiting).toHaveLength(n + 1));
    const over = once(waiting[n] as ServerResponse, "close");
    waiting[n]?.end();
    await over;
  }
  expect(reader.destroyed).toBe(false);
  // The next request of the connection, after all responses.
  reader.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n\r\n`);
  await vi.waitFor(() => expect(waiting).toHaveLength(10));
  await once(pipelining(10), "close");
  expect(waiting).toHaveLength(11);
});
