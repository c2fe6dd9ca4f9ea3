import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { WebSocket } from "ws";
import { closeCodes, type ServerMessage } from "#contracts/live";
import { Connection } from "./connection.ts";
import { SerialisedMessage } from "./frame.ts";
import { liveServerLimits } from "./options.ts";

const changed = (key: string, checkpoint: string) =>
  new SerialisedMessage(`team-page/${key}`, { type: "changed", view: "team-page", key, checkpoint });
const pong = () => new SerialisedMessage("pong", { type: "pong", checkpoint: "9" });

/** The content of each frame: key and checkpoint of a name, or the type. */
let frames: string[][];
let connection: Connection;
/** The bytes buffered by the system, and how the last of them is sent. */
let transport: { writableLength: number; leave(): void; write(frame: Buffer, sent: () => void): void };
let closedWith: number[];
beforeEach(() => {
  frames = [];
  closedWith = [];
  const socket = Object.assign(new EventEmitter(), {
    readyState: 1,
    OPEN: 1,
    close: () => {},
    terminate: () => {},
  });
  const write = (frame: Buffer, sent: () => void) => {
    transport.leave = sent;
    const messages = JSON.parse(frame.subarray(frame[1] === 126 ? 4 : 2).toString()) as ServerMessage[];
    frames.push(
      messages.map((message) =>
        message.type === "changed" ? `${message.key}@${message.checkpoint}` : message.type,
      ),
    );
  };
  transport = { writableLength: 0, write, leave: () => {} };
  connection = new Connection(
    socket as unknown as WebSocket,
    transport as unknown as Duplex,
    liveServerLimits,
    {
      ended: (code) => closedWith.push(code),
      sent: () => {},
    },
  );
});

it.each([0, 1, 2, 3, 4, 5])(
  "sends each name once, in the order of their last changes, and none that is withdrawn; slow after %i messages",
  (prompt) => {
    const messages = [changed("1", "1"), changed("2", "1"), changed("3", "1"), pong(), changed("1", "2")];
    for (const [n, message] of messages.entries()) {
      if (n === prompt) {
        transport.writableLength = liveServerLimits.bufferSoftBytes + 1;
        connection.flush();
      }
      connection.post(message);
      if (n > prompt) connection.flush();
    }
    connection.withdraw("team-page/2");
    expect(connection.pendingMessages).toBe(3);
    transport.writableLength = 0;
    connection.flush();
    connection.flush();
    expect(frames).toEqual([["3@1", "pong", "1@2"]]);
    expect(connection.pendingMessages).toBe(0);
  },
);

it("closes a client that stays slow, but not one that reads again", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const send = (place: string) => {
    connection.post(changed("1", place));
    connection.flush();
  };
  send("1");
  transport.writableLength = liveServerLimits.bufferSoftBytes + 1;
  send("2");
  vi.advanceTimersByTime(liveServerLimits.slowMs - 1);
  transport.writableLength = 0;
  transport.leave();
  expect(frames).toEqual([["1@1"], ["1@2"]]);
  vi.advanceTimersByTime(liveServerLimits.slowMs);
  expect(closedWith).toEqual([]);
  transport.writableLength = liveServerLimits.bufferSoftBytes + 1;
  send("3");
  vi.advanceTimersByTime(liveServerLimits.slowMs);
  expect(closedWith).toEqual([closeCodes.slow]);
});
