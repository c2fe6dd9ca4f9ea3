import type { ServerResponse } from "node:http";

/** Characters from which an answer is large. */
const large = 256 * 1024;
/** Bytes of large answers that wait for those who asked for them, in this process. */
const mostBytes = 256 * 1024 * 1024;
/** Whoever has taken nothing for so long is not reading (milliseconds), */
const idleMs = 30_000;
/** and who has not come to the end by then keeps the room from others. */
const wholeMs = 120_000;

let waitingBytes = 0;

/**
 * Lists of long texts come to 50 MB, and whoever asks may take their time to read: room for such an answer until it is
 * gone, or they are. False: there is none at the moment.
 */
export function holdLarge(response: ServerResponse, body: string): boolean {
  const { socket } = response.req;
  if (body.length < large || response.destroyed || socket.destroyed) return true;
  const bytes = Buffer.byteLength(body);
  if (waitingBytes + bytes > mostBytes) return false;
  waitingBytes += bytes;
  const tooLong = setTimeout(() => socket.destroy(), wholeMs);
  let isHeld = true;
  const release = () => {
    // Both may tell of one end, one from within the other.
    if (isHeld) waitingBytes -= bytes;
    isHeld = false;
    clearTimeout(tooLong);
    response.off("close", release);
    socket.off("close", release);
  };
  response.once("close", release);
  // An answer that stands in line behind another one hears of nothing when their connection ends.
  socket.once("close", release);
  response.setTimeout(idleMs, () => response.destroy());
  return true;
}
