import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { Refused } from "#contracts/errors";
import { atUsualPace } from "./arrival.ts";

/** Declares a body of 100 bytes, sends the pieces one after the other, and returns what became of the reading. */
async function read(pieces: readonly number[], everyMs: number) {
  let end = (_: string) => {};
  const over = new Promise<string>((resolve) => {
    end = resolve;
  });
  const server = createServer((request) => {
    atUsualPace(request, () => buffer(request), { bytes: 20, ms: 100 }).then(
      ({ length }) => end(String(length)),
      (error: unknown) => end(error instanceof Refused ? error.code : String(error)),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.close().closeAllConnections();
  });
  socket.on("error", () => {});
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n");
  const left = [...pieces];
  const sending = setInterval(() => {
    const piece = left.shift();
    if (piece !== undefined) socket.write("a".repeat(piece));
  }, everyMs);
  const outcome = await over;
  clearInterval(sending);
  return outcome;
}

it("reads a body that arrives piece by piece, for as long as it takes", async () => {
  expect(await read([25, 25, 25, 25], 60)).toBe("100");
});

it.each([
  ["nothing of which arrives", [], 10],
  ["of which a byte arrives from time to time", Array<number>(100).fill(1), 20],
  ["that stops in between", [50], 10],
])("refuses a body %s", async (_, pieces, everyMs) => {
  expect(await read(pieces, everyMs)).toBe("request-timeout");
});
