import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { closeServer } from "./closing.ts";

/** A request that the server has begun with and not answered, on a connection that its client would keep. */
async function requestUnderWay() {
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

it("answers what has begun, and waits for nobody who was answered", async () => {
  const { server, response, answer } = await requestUnderWay();
  const closed = closeServer(server, 600_000);
  response.end("answered");
  const [{ statusCode }] = await answer;
  await closed;
  expect(statusCode).toBe(200);
});

it("hangs up on what has not come to its end in time", async () => {
  const { server, answer } = await requestUnderWay();
  await closeServer(server, 50);
  await expect(answer).rejects.toThrow("socket hang up");
});
