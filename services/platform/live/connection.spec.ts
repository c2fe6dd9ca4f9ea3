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

/** What stood in each frame: key and place of a name, or the type. */
let frames: string[][];
let connection: Connection;
/** What waits in the system, and how the last of it leaves. */
let line: { writableLength: number; leave(): void; write(frame: Buffer, sent: () => void): void };
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
    line.leave = sent;
    const messages = JSON.parse(frame.subarray(frame[1] === 126 ? 4 : 2).toString()) as ServerMessage[];
    frames.push(
      messages.map((message) =>
        message.type === "changed" ? `${message.key}@${message.checkpoint}` : message.type,
      ),
    );
  };
  line = { writableLength: 0, write, leave: () => {} };
  connection = new Connection(socket as unknown as WebSocket, line as unknown as Duplex, liveServerLimits, {
    ended: (code) => closedWith.push(code),
    sent: () => {},
  });
});

it("sends each name once, in the order of the last ones, and none that is withdrawn", () => {
  for (const message of [changed("1", "1"), changed("2", "1"), changed("3", "1"), pong(), changed("1", "2")])
    connection.post(message);
  connection.withdraw("team-page/2");
  connection.flush();
  expect(frames).toEqual([["3@1", "pong", "1@2"]]);
});

it("closes a client that stays slow, not one that reads again", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const send = (place: string) => {
    connection.post(changed("1", place));
    connection.flush();
  };
  send("1");
  line.writableLength = liveServerLimits.bufferSoftBytes + 1;
  send("2");
  vi.advanceTimersByTime(liveServerLimits.slowMs - 1);
  line.writableLength = 0;
  line.leave();
  expect(frames).toEqual([["1@1"], ["1@2"]]);
  vi.advanceTimersByTime(liveServerLimits.slowMs);
  expect(closedWith).toEqual([]);
  line.writableLength = liveServerLimits.bufferSoftBytes + 1;
  send("3");
  vi.advanceTimersByTime(liveServerLimits.slowMs);
  expect(closedWith).toEqual([closeCodes.slow]);
});
