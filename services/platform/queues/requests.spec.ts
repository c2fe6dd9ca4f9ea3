import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { oneRequestPerName } from "./requests.ts";

type Turn = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A server whose responses the test ends, with the names of requests that got their turn. */
async function serving(turn: Turn) {
  const entered = new Map<string, ServerResponse>();
  let arrived = 0;
  const server = createServer((request, response) => {
    arrived += 1;
    void turn(request, response).then(() => entered.set(String(request.url), response));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => {
    const before = arrived;
    const leaving = new AbortController();
    const asked = fetch(`http://127.0.0.1:${port}${path}`, { signal: leaving.signal });
    asked.catch(() => {});
    await vi.waitFor(() => expect(arrived).toBe(before + 1));
    return () => leaving.abort();
  };
  const isIn = (...paths: string[]) => vi.waitFor(() => expect([...entered.keys()]).toEqual(paths));
  return { ask, isIn, end: (path: string) => entered.get(path)?.end() };
}

it("lets requests of one name proceed one after the other, also when a client disconnects, and others beside them", async () => {
  const turn = oneRequestPerName(60_000);
  const { ask, isIn, end } = await serving((request, response) => turn(String(request.url?.[1]), response));
  await ask("/a1");
  const leave = await ask("/a2");
  await ask("/a3");
  await ask("/b1");
  await isIn("/a1", "/b1");
  end("/a1");
  await isIn("/a1", "/b1", "/a2");
  leave();
  await isIn("/a1", "/b1", "/a2", "/a3");
});

it("does not wait long for a slow connection, and then lets only the next request proceed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const turn = oneRequestPerName(1000);
  const entered: number[] = [];
  const socket = new EventEmitter();
  for (const n of [1, 2, 3]) {
    const response = Object.assign(new EventEmitter(), { req: { socket } });
    void turn("one", response as unknown as ServerResponse).then(() => entered.push(n));
  }
  await vi.advanceTimersByTimeAsync(999);
  expect(entered).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(entered).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(entered).toEqual([1, 2, 3]);
});

it.each([
  ["large", 1_000_000, 250],
  ["small", 1000, 0],
])("leaves a rest after a %s request of a name, and none before the first", async (_, bytes, restMs) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const turn = oneRequestPerName(1000, 250);
  const entered: number[] = [];
  const sockets = [1, 2].map(() => Object.assign(new EventEmitter(), { bytesRead: 500 }));
  const responses = sockets.map((socket, n) => {
    const response = Object.assign(new EventEmitter(), { req: { socket } });
    void turn("one", response as unknown as ServerResponse).then(() => entered.push(n + 1));
    return response;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual([1]);
  if (sockets[0]) sockets[0].bytesRead += bytes;
  responses[0]?.emit("close");
  await vi.advanceTimersByTimeAsync(Math.max(0, restMs - 1));
  expect(entered).toEqual(restMs === 0 ? [1, 2] : [1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(entered).toEqual([1, 2]);
});
