import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { atPace, noteAnswer, sendItems } from "./large-answers.ts";

// Slow readers take longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const envelope = (data: unknown) =>
  ({ status: "success", code: 200, message: "조회했습니다.", data }) as const;
const page = { size: 6, number: 0, totalElements: 4, totalPages: 1 };

async function answering(answer: (response: ServerResponse) => Promise<void>): Promise<number> {
  const server = createServer((_, response) => void answer(response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

const items = ["short", async () => "long", async () => undefined, { n: 1 }];
it.each([
  ["a page", { content: items, page }, { content: ["short", "long", { n: 1 }], page }],
  ["a list", items, ["short", "long", { n: 1 }]],
  ["a list of which nothing is left", [async () => undefined], []],
])("sends %s with what is made meanwhile, without what has gone", async (_, data, sent) => {
  const list = Array.isArray(data) ? data : data.content;
  const port = await answering((response) => sendItems(envelope(data), list, "someone", response));
  expect(await (await fetch(`http://127.0.0.1:${port}`)).json()).toEqual(envelope(sent));
});

/** Fifty items of a megabyte, with the number built and the bytes that were unsent at that time. */
async function fifty() {
  const state = { made: 0, unsent: 0, isOver: false };
  const port = await answering(async (response) => {
    const items = Array.from({ length: 50 }, () => async () => {
      state.made += 1;
      state.unsent = Math.max(state.unsent, response.writableLength);
      return "a".repeat(1024 * 1024);
    });
    await sendItems(envelope(items), items, "someone", response);
    state.isOver = true;
  });
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  return { state, socket };
}

it("builds no item before the earlier ones have been sent", async () => {
  const { state, socket } = await fifty();
  // Reads more slowly than the list could be built.
  socket.on("data", () => {
    socket.pause();
    setTimeout(() => socket.resume(), 2);
  });
  await vi.waitFor(() => expect(state.isOver).toBe(true));
  expect(state.made).toBe(50);
  expect(state.unsent).toBeLessThan(64 * 1024);
});

it("stops building for a client that has disconnected", async () => {
  const { state, socket } = await fifty();
  await vi.waitFor(() => expect(state.made).toBeGreaterThan(0));
  socket.destroy();
  await vi.waitFor(() => expect(state.isOver).toBe(true));
  expect(state.made).toBeLessThan(50);
});

it("limits the rate for readers who have had a large response, and for no others", async () => {
  noteAnswer("small", "a");
  noteAnswer("large", "a".repeat(300_000));
  const begun: string[] = [];
  const make = (name: string) => () => {
    begun.push(name);
    return new Promise<void>(() => {});
  };
  void atPace("large", make("first"));
  void atPace("large", make("second"));
  void atPace("small", make("third"));
  void atPace("small", make("fourth"));
  await vi.waitFor(() => expect(begun).toEqual(["third", "fourth", "first"]));
});
