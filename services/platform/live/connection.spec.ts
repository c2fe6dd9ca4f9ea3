import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { WebSocket } from "ws";
import { closeCodes, type ServerMessage } from "#contracts/live";
import { Connection } from "./connection.ts";
import { Batch, Written } from "./frame.ts";
import { serverLimits } from "./options.ts";

const changed = (key: string, checkpoint: string) =>
  new Written(`team-page/${key}`, { type: "changed", view: "team-page", key, checkpoint });
const pong = () => new Written("pong", { type: "pong", checkpoint: "9" });

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
  connection = new Connection(socket as unknown as WebSocket, line as unknown as Duplex, serverLimits, {
    ended: (code) => closedWith.push(code),
    sent: () => {},
  });
});

function gather(...messages: Written[]) {
  const start = Batch.empty();
  return messages.map((message) => connection.gather(message, start));
}

it("sends what was gathered in one frame", () => {
  expect(gather(changed("1", "1"), changed("2", "2"))).toEqual([true, false]);
  connection.handOn();
  connection.handOn();
  expect(frames).toEqual([["1@1", "2@2"]]);
});

it("says nothing before what was gathered earlier", () => {
  gather(changed("1", "1"));
  connection.post(pong());
  connection.flush();
  connection.handOn();
  expect(frames).toEqual([["1@1", "pong"]]);
});

it("does not name what is watched no longer, though it was gathered", () => {
  gather(changed("1", "1"), changed("2", "1"));
  connection.withdraw("team-page/1");
  connection.handOn();
  expect(frames).toEqual([["2@1"]]);
});

it("keeps what is gathered while it is held, each name once and with its last place", () => {
  connection.hold();
  gather(changed("1", "1"), changed("2", "1"));
  connection.handOn();
  gather(changed("1", "2"));
  connection.handOn();
  expect(frames).toEqual([]);
  connection.release();
  expect(frames).toEqual([["2@1", "1@2"]]);
});

it("gives up a client that stays slow, not one that was slow and reads again", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const tell = (place: string) => {
    connection.post(changed("1", place));
    connection.flush();
  };
  tell("1");
  line.writableLength = serverLimits.bufferSoftBytes + 1;
  tell("2");
  vi.advanceTimersByTime(serverLimits.slowMs - 1);
  line.writableLength = 0;
  line.leave();
  expect(frames).toEqual([["1@1"], ["1@2"]]);
  vi.advanceTimersByTime(serverLimits.slowMs);
  expect(closedWith).toEqual([]);
  line.writableLength = serverLimits.bufferSoftBytes + 1;
  tell("3");
  vi.advanceTimersByTime(serverLimits.slowMs);
  expect(closedWith).toEqual([closeCodes.slow]);
});
