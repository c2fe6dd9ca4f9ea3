import type { ServerResponse } from "node:http";
import { Refused } from "#contracts/errors";

/** Bytes of large answers that wait to be sent, and of pictures that wait to be decoded, each, in this process. */
const maxBytes = 256 * 1024 * 1024;
/** Of pictures of one sender: four of the largest. */
const maxBytesOfSender = 40 * 1024 * 1024;
/** Of answers to one reader. */
const maxBytesOfReader = 64 * 1024 * 1024;
/** Characters from which an answer is large. */
export const largeAnswer = 256 * 1024;
/** A client that reads nothing of a large answer for so long is disconnected (milliseconds), */
const idleMs = 30_000;
/** and one that has not read all of it by then. */
const wholeMs = 120_000;

const createHeld = () => ({ inAll: 0, of: new Map<string, number>() });
const answers = createHeld();
const pictures = createHeld();

function hold(held: ReturnType<typeof createHeld>, name: string, change: number): void {
  held.inAll += change;
  const left = (held.of.get(name) ?? 0) + change;
  if (left > 0) held.of.set(name, left);
  else held.of.delete(name);
}

const hasRoom = (held: ReturnType<typeof createHeld>, name: string, bytes: number, maxOfName: number) =>
  held.inAll + bytes <= maxBytes && (held.of.get(name) ?? 0) + bytes <= maxOfName;

/** Calls back once, when the answer has been sent or its connection has closed. */
export function onceOver(response: ServerResponse, release: () => void): void {
  const { socket } = response.req;
  let isOver = false;
  const over = () => {
    // One may emit while the other does.
    if (isOver) return;
    isOver = true;
    response.off("close", over);
    // An answer that is queued behind another one emits nothing when its connection closes.
    socket.off("close", over);
    release();
  };
  response.once("close", over);
  socket.once("close", over);
}

/** Clients may read slowly: reserves memory for a large answer until it has been sent. False: there is none at the moment. */
export function holdLarge(response: ServerResponse, reader: string, bytes: number): boolean {
  const { socket } = response.req;
  if (bytes < largeAnswer || response.destroyed || socket.destroyed) return true;
  if (!hasRoom(answers, reader, bytes, maxBytesOfReader)) return false;
  hold(answers, reader, bytes);
  const tooLong = setTimeout(() => socket.destroy(), wholeMs);
  onceOver(response, () => {
    hold(answers, reader, -bytes);
    clearTimeout(tooLong);
  });
  response.setTimeout(idleMs, () => response.destroy());
  return true;
}

/**
 * Pictures are decoded one after the other and wait in memory: reserves memory for those a member sends with a request,
 * until it is answered. The returned function asks for so many bytes more.
 * @throws Refused overload
 */
export function roomForPicture(member: string, response: ServerResponse): (bytes: number) => void {
  const { socket } = response.req;
  let own = 0;
  return (bytes) => {
    if (response.destroyed || socket.destroyed) return;
    if (!hasRoom(pictures, member, bytes, maxBytesOfSender)) throw new Refused("overload", { retryAfter: 2 });
    if (own === 0) onceOver(response, () => hold(pictures, member, -own));
    own += bytes;
    hold(pictures, member, bytes);
  };
}
