import type { ServerResponse } from "node:http";
import { Refused } from "#contracts/errors";

/**
 * Maximum of bytes in this process, once for large responses being sent and once for pictures waiting to be decoded.
 */
const maxBytes = 256 * 1024 * 1024;
/** Maximum for pictures of one sender: four of the largest. */
const maxBytesOfSender = 40 * 1024 * 1024;
/** Maximum for responses to one reader. */
const maxBytesOfReader = 64 * 1024 * 1024;
/** Number of characters from which a response is large. */
export const largeAnswer = 256 * 1024;
/** A client that reads nothing of a large response for this long is disconnected (milliseconds). */
const idleMs = 30_000;
/** A client that has not read a large response completely after this time is disconnected as well. */
const completeMs = 120_000;

const createReservations = () => ({ inAll: 0, of: new Map<string, number>() });
const answers = createReservations();
const pictures = createReservations();

function hold(held: ReturnType<typeof createReservations>, name: string, change: number): void {
  held.inAll += change;
  const left = (held.of.get(name) ?? 0) + change;
  if (left > 0) held.of.set(name, left);
  else held.of.delete(name);
}

const hasRoom = (
  held: ReturnType<typeof createReservations>,
  name: string,
  bytes: number,
  maxOfName: number,
) => held.inAll + bytes <= maxBytes && (held.of.get(name) ?? 0) + bytes <= maxOfName;

/** Calls back once, when the response has been sent or its connection has closed. */
export function onceFinished(response: ServerResponse, release: () => void): void {
  const { socket } = response.req;
  let isOver = false;
  const over = () => {
    // Both response and socket may emit.
    if (isOver) return;
    isOver = true;
    response.off("close", over);
    // A response queued behind another one emits nothing when its connection closes.
    socket.off("close", over);
    release();
  };
  response.once("close", over);
  socket.once("close", over);
}

/**
 * Reserves memory for a large response until it has been sent, because clients may read slowly. Returns false if there
 * is none.
 */
export function holdLarge(response: ServerResponse, reader: string, bytes: number): boolean {
  const { socket } = response.req;
  if (bytes < largeAnswer || response.destroyed || socket.destroyed) return true;
  if (!hasRoom(answers, reader, bytes, maxBytesOfReader)) return false;
  hold(answers, reader, bytes);
  const tooLong = setTimeout(() => socket.destroy(), completeMs);
  onceFinished(response, () => {
    hold(answers, reader, -bytes);
    clearTimeout(tooLong);
  });
  response.setTimeout(idleMs, () => response.destroy());
  return true;
}

/**
 * Reserves memory for the pictures of a request until the response, because pictures wait in memory to be decoded one
 * after the other. The returned function reserves further bytes.
 * @throws Refused overload
 */
export function roomForPicture(member: string, response: ServerResponse): (bytes: number) => void {
  const { socket } = response.req;
  let own = 0;
  return (bytes) => {
    if (response.destroyed || socket.destroyed) return;
    if (!hasRoom(pictures, member, bytes, maxBytesOfSender)) throw new Refused("overload", { retryAfter: 2 });
    if (own === 0) onceFinished(response, () => hold(pictures, member, -own));
    own += bytes;
    hold(pictures, member, bytes);
  };
}
