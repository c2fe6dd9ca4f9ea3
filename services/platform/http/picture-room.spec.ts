import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { roomForPicture } from "./picture-room.ts";

const megabyte = 1024 * 1024;
const overload = expect.objectContaining({ code: "overload" });

/** Somebody who has asked on a connection of their own. */
function asking() {
  const socket = new EventEmitter();
  const response = Object.assign(new EventEmitter(), { req: { socket } });
  return { socket, response: response as unknown as ServerResponse };
}
const sent = (member: string, megabytes: number) => {
  const { socket, response } = asking();
  roomForPicture(member, response)(megabytes * megabyte);
  return { hangUp: () => socket.emit("close"), answered: () => response.emit("close") };
};

it("has room for four large pictures of a member, until one is answered or they hang up", () => {
  const pictures = [1, 2, 3, 4].map(() => sent("dotori", 10));
  expect(() => sent("dotori", 1)).toThrow(overload);
  const others = sent("bamtol", 10);
  for (const end of [pictures[0]?.hangUp, pictures[1]?.answered]) {
    end?.();
    pictures.push(sent("dotori", 10));
    expect(() => sent("dotori", 1)).toThrow(overload);
  }
  for (const { hangUp, answered } of [...pictures, others]) {
    hangUp();
    answered();
  }
});

it("has room for so many of all together, and all of it again afterwards", () => {
  for (let round = 0; round < 2; round += 1) {
    const pictures = Array.from({ length: 25 }, (_, n) => sent(`member ${n}`, 10));
    expect(() => sent("dotori", 10)).toThrow(overload);
    for (const { answered } of pictures) answered();
  }
});
