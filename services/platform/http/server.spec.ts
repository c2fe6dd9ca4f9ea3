import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Writable } from "node:stream";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Refused } from "#contracts/errors";
import { answerUnreadable, closeServer, refuseUnread } from "./server.ts";

describe("closing a server", () => {
  /** A request without a response yet, on a connection that its client would keep. */
  async function requestInFlight() {
    const server = createServer().listen(0, "127.0.0.1");
    server.keepAliveTimeout = 60_000;
    await once(server, "listening");
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => {
      agent.destroy();
      server.closeAllConnections();
    });
    const asked = request({ host: "127.0.0.1", port: (server.address() as AddressInfo).port, agent }).end();
    const answer = once(asked, "response") as Promise<[IncomingMessage]>;
    answer.catch(() => {});
    const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
    return { server, response, answer };
  }

  it("completes requests in progress and does not wait for idle connections", async () => {
    const { server, response, answer } = await requestInFlight();
    const closed = closeServer(server, 600_000);
    response.end("answered");
    const [{ statusCode }] = await answer;
    await closed;
    expect(statusCode).toBe(200);
  });

  it("disconnects requests that are not completed in time", async () => {
    const { server, answer } = await requestInFlight();
    await closeServer(server, 50);
    await expect(answer).rejects.toThrow("socket hang up");
  });
});

describe("an unparseable request", () => {
  let logged = "";
  const sink = new Writable({
    write(line, _, done) {
      logged += line;
      done();
    },
  });
  const server = createServer({ headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 });
  answerUnreadable(server, [], pino(sink));

  beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
  afterAll(() => server.close());

  /** The server's whole response. */
  async function answerTo(text: string): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let answer = "";
    socket.on("data", (part) => (answer += part));
    socket.write(text);
    await once(socket, "close");
    return answer;
  }

  it.each([
    ["nothing", ""],
    ["half a head", "GET / HTTP/1.1\r\nHost: "],
    ["half a body", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf"],
  ])("times out with 408, not 400, when %s was sent", async (_, text) => {
    expect(await answerTo(text)).toBe("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  });

  it("is logged with the request id of the response, without its bytes", async () => {
    const [, id] = /X-Request-Id: (\S+)/.exec(await answerTo("도토리의 비밀\r\n\r\n")) ?? [];
    expect(JSON.parse(logged)).toMatchObject({ requestId: id, status: 400 });
    expect(logged).not.toContain("도토리");
  });
});

it("keeps the connection of a refused request, unless a body is left unread", async () => {
  const server = createServer((request, response) =>
    refuseUnread(request, response, new Refused("too-many-requests")),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stream = new Blob(["a"]).stream();
  const bodies: (RequestInit & { duplex?: "half" })[] = [
    { body: "a" },
    { body: stream, duplex: "half" },
    { body: "" },
    {},
  ];
  const connections = bodies.map(async (init) => {
    const answer = await fetch(url, { method: "POST", ...init });
    expect(answer.status).toBe(429);
    return answer.headers.get("connection");
  });
  expect(await Promise.all(connections)).toEqual(["close", "close", "keep-alive", "keep-alive"]);
});
