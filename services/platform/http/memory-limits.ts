import type { ServerResponse } from "node:http";
import { Refused } from "#contracts/errors";

/** Bytes of large answers that wait to be sent, and of pictures that wait to be decoded, each, in this process. */
const maxBytes = 256 * 1024 * 1024;
/** Of pictures of one sender: four of the largest. */
const maxBytesOfSender = 40 * 1024 * 1024;
/** Characters from which an answer is large. */
export const largeAnswer = 256 * 1024;
/** A client that reads nothing of a large answer for so long is disconnected (milliseconds), */
const idleMs = 30_000;
/** and one that has not read all of it by then. */
const wholeMs = 120_000;

let answerBytes = 0;
let pictureBytes = 0;
const bytesOfSender = new Map<string, number>();

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

/**
 * Lists of long texts come to 50 MB, and clients may read slowly: reserves memory for such an answer until it has been
 * sent. False: there is none at the moment.
 */
export function holdLarge(response: ServerResponse, body: string): boolean {
  const { socket } = response.req;
  if (body.length < largeAnswer || response.destroyed || socket.destroyed) return true;
  const bytes = Buffer.byteLength(body);
  if (answerBytes + bytes > maxBytes) return false;
  answerBytes += bytes;
  const tooLong = setTimeout(() => socket.destroy(), wholeMs);
  onceOver(response, () => {
    answerBytes -= bytes;
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
  const hold = (change: number) => {
    own += change;
    pictureBytes += change;
    const held = (bytesOfSender.get(member) ?? 0) + change;
    if (held > 0) bytesOfSender.set(member, held);
    else bytesOfSender.delete(member);
  };
  return (bytes) => {
    if (response.destroyed || socket.destroyed) return;
    if (pictureBytes + bytes > maxBytes || (bytesOfSender.get(member) ?? 0) + bytes > maxBytesOfSender)
      throw new Refused("overload", { retryAfter: 2 });
    if (own === 0) onceOver(response, () => hold(-own));
    hold(bytes);
  };
}
