import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Writable } from "node:stream";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerUnreadable } from "./unreadable-requests.ts";

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

/** Everything the server says before it hangs up. */
async function said(text: string): Promise<string> {
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
])("does not say that a request is wrong of which in time came %s", async (_, text) => {
  expect(await said(text)).toBe("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
});

it("logs the id that it answers with, and nothing of what was sent", async () => {
  const [, id] = /X-Request-Id: (\S+)/.exec(await said("도토리의 비밀\r\n\r\n")) ?? [];
  expect(JSON.parse(logged)).toMatchObject({ requestId: id, status: 400 });
  expect(logged).not.toContain("도토리");
});
