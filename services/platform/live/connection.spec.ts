import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { beforeEach, expect, it } from "vitest";
import type { WebSocket } from "ws";
import type { ServerMessage } from "#contracts/live";
import { Connection } from "./connection.ts";
import { Batch, Written } from "./frame.ts";
import { serverLimits } from "./options.ts";

const changed = (key: string, checkpoint: string) =>
  new Written(`team-page/${key}`, { type: "changed", view: "team-page", key, checkpoint });
const pong = () => new Written("pong", { type: "pong", checkpoint: "9" });

/** What stood in each frame: key and place of a name, or the type. */
let frames: string[][];
let connection: Connection;
beforeEach(() => {
  frames = [];
  const socket = Object.assign(new EventEmitter(), { readyState: 1, OPEN: 1 });
  const write = (frame: Buffer) => {
    const messages = JSON.parse(frame.subarray(frame[1] === 126 ? 4 : 2).toString()) as ServerMessage[];
    frames.push(
      messages.map((message) =>
        message.type === "changed" ? `${message.key}@${message.checkpoint}` : message.type,
      ),
    );
  };
  const line = { writableLength: 0, write };
  connection = new Connection(socket as unknown as WebSocket, line as unknown as Duplex, serverLimits, {
    ended: () => {},
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
