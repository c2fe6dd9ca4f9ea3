import type { ServerResponse } from "node:http";

/** Characters from which an answer is large. */
const large = 256 * 1024;
/** Bytes of large answers that wait for those who asked for them, in this process. */
const mostBytes = 256 * 1024 * 1024;
/** Whoever has taken nothing for so long is not reading. */
const patienceMs = 30_000;

let waitingBytes = 0;

/**
 * Lists of long texts come to 50 MB, and whoever asks may take their time to read: room for such an answer until it is
 * gone. False: there is none at the moment.
 */
export function holdLarge(response: ServerResponse, body: string): boolean {
  if (body.length < large) return true;
  const bytes = Buffer.byteLength(body);
  if (waitingBytes + bytes > mostBytes) return false;
  waitingBytes += bytes;
  response.once("close", () => {
    waitingBytes -= bytes;
  });
  response.setTimeout(patienceMs, () => response.destroy());
  return true;
}
