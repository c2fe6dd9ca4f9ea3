import { EventEmitter, once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { holdLarge, roomForPicture } from "./memory-limits.ts";

describe("memory for large responses", () => {
  /** A quarter of the total limit, and the whole limit of one reader. */
  const bytes = 60_000_000;
  let readers = 0;
  const hold = (response: ServerResponse, reader = `reader ${readers++}`) =>
    holdLarge(response, reader, bytes);
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => responses.push(response));
  const sockets: Socket[] = [];

  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => server.close());
  beforeEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    responses.length = 0;
  });

  /** A client that sends this many requests on one connection and reads nothing. */
  async function client(times = 1): Promise<{ readonly socket: Socket; readonly answers: ServerResponse[] }> {
    const before = responses.length;
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(times));
    await vi.waitFor(() => expect(responses.length).toBe(before + times));
    return { socket, answers: responses.slice(before) };
  }
  const ask = async () => (await client()).answers[0] as ServerResponse;

  /** Occupies all the memory, once it is free. */
  async function expectRoomForFour(): Promise<void> {
    const asked = [await ask(), await ask(), await ask(), await ask(), await ask()];
    await vi.waitFor(() => expect(hold(asked[0] as ServerResponse)).toBe(true));
    expect(asked.slice(1).map((one) => hold(one))).toEqual([true, true, true, false]);
  }

  it("is refused when it is used up, except for small responses, until a client disconnects", async () => {
    await expectRoomForFour();
    const last = await ask();
    expect(holdLarge(last, "small", 2)).toBe(true);
    sockets[1]?.destroy();
    await vi.waitFor(() => expect(hold(last)).toBe(true));
    expect(hold(await ask())).toBe(false);
  });

  it("is refused to one reader while others can still reserve it", async () => {
    const { answers } = await client(3);
    expect(answers.map((one) => hold(one, "dotori"))).toEqual([true, false, false]);
    expect(hold(answers[1] as ServerResponse, "bamtol")).toBe(true);
  });

  it("is not reserved for clients that disconnected before", async () => {
    for (let n = 0; n < 5; n += 1) {
      const { socket, answers } = await client();
      const gone = once(answers[0] as ServerResponse, "close");
      socket.destroy();
      await gone;
      expect(hold(answers[0] as ServerResponse)).toBe(true);
    }
    await expectRoomForFour();
  });

  it("is freed by queued responses whose connection ends, and by responses that were read", async () => {
    const { socket, answers } = await client(4);
    expect(answers.map((one) => hold(one))).toEqual([true, true, true, true]);
    const gone = answers.map(({ req }) => once(req.socket, "close"));
    socket.destroy();
    await Promise.all(gone);
    const reading = await client();
    reading.socket.resume();
    expect(hold(reading.answers[0] as ServerResponse)).toBe(true);
    const taken = once(reading.answers[0] as ServerResponse, "close");
    reading.answers[0]?.end("short");
    await taken;
    await expectRoomForFour();
  });
});

describe("memory for pictures", () => {
  const megabyte = 1024 * 1024;
  const overload = expect.objectContaining({ code: "overload" });

  const sent = (member: string, megabytes: number) => {
    const socket = new EventEmitter();
    const response = Object.assign(new EventEmitter(), { req: { socket } });
    roomForPicture(member, response as unknown as ServerResponse)(megabytes * megabyte);
    return { disconnect: () => socket.emit("close"), answered: () => response.emit("close") };
  };

  it("holds four large pictures of a member until a response is sent or the member disconnects", () => {
    const pictures = [1, 2, 3, 4].map(() => sent("dotori", 10));
    expect(() => sent("dotori", 1)).toThrow(overload);
    const others = sent("bamtol", 10);
    for (const end of [pictures[0]?.disconnect, pictures[1]?.answered]) {
      end?.();
      pictures.push(sent("dotori", 10));
      expect(() => sent("dotori", 1)).toThrow(overload);
    }
    for (const { disconnect, answered } of [...pictures, others]) {
      disconnect();
      answered();
    }
  });

  it("is limited for all members together and completely free afterwards", () => {
    for (let round = 0; round < 2; round += 1) {
      const pictures = Array.from({ length: 25 }, (_, n) => sent(`member ${n}`, 10));
      expect(() => sent("dotori", 10)).toThrow(overload);
      for (const { answered } of pictures) answered();
    }
  });
});
