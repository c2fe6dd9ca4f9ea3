import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { holdLarge } from "./large-answers.ts";

/** A quarter of what may wait. */
const list = "a".repeat(60_000_000);
const responses: ServerResponse[] = [];
const server = createServer((_request, response) => responses.push(response));
const readers: Socket[] = [];
const patience = { timeout: 30_000, interval: 5 };

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());
beforeEach(() => {
  for (const reader of readers.splice(0)) reader.destroy();
  responses.length = 0;
});

/** Somebody who asks so many times on one connection and takes nothing. */
async function reader(times = 1): Promise<{ readonly socket: Socket; readonly answers: ServerResponse[] }> {
  const before = responses.length;
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  readers.push(socket);
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(times));
  await vi.waitFor(() => expect(responses.length).toBe(before + times), patience);
  return { socket, answers: responses.slice(before) };
}
const ask = async () => (await reader()).answers[0] as ServerResponse;
/** Takes all the room there is, once it is whole. */
async function expectRoomForFour(): Promise<void> {
  const asked = [await ask(), await ask(), await ask(), await ask(), await ask()];
  await vi.waitFor(() => expect(holdLarge(asked[0] as ServerResponse, list)).toBe(true), patience);
  expect(asked.slice(1).map((one) => holdLarge(one, list))).toEqual([true, true, true, false]);
}

it("has no room for more large answers than fit, until somebody has gone", async () => {
  await expectRoomForFour();
  const last = await ask();
  expect(holdLarge(last, "[]")).toBe(true);
  readers[1]?.destroy();
  await vi.waitFor(() => expect(holdLarge(last, list)).toBe(true), patience);
  expect(holdLarge(await ask(), list)).toBe(false);
});

it("keeps none for those who have gone before their answer was there", async () => {
  for (let n = 0; n < 5; n += 1) {
    const { socket, answers } = await reader();
    const gone = once(answers[0] as ServerResponse, "close");
    socket.destroy();
    await gone;
    expect(holdLarge(answers[0] as ServerResponse, list)).toBe(true);
  }
  await expectRoomForFour();
});

it("has it back from answers that stood in line when their connection ended", async () => {
  const { socket, answers } = await reader(4);
  expect(answers.map((one) => holdLarge(one, list))).toEqual([true, true, true, true]);
  const gone = answers.map(({ req }) => once(req.socket, "close"));
  socket.destroy();
  await Promise.all(gone);
  await expectRoomForFour();
});

it("has it back with an answer that was taken", async () => {
  const { answers, socket } = await reader();
  socket.resume();
  expect(holdLarge(answers[0] as ServerResponse, list)).toBe(true);
  const taken = once(answers[0] as ServerResponse, "close");
  answers[0]?.end("short");
  await taken;
  await expectRoomForFour();
});
