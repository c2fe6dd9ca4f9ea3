import type { IncomingMessage } from "node:http";

export const hasBody = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Limits of time and bytes for which a response waits for a body that is not read. */
const limit = { milliseconds: 3000, bytes: 256 * 1024 * 1024 };
/**
 * Shared rate of all discarded bodies and the tolerated lead, so that discarding does not take time from other
 * requests.
 */
const pace = { bytesPerMs: 64 * 1024, aheadMs: 2000 };

/** Time by which the bytes discarded so far should have been discarded at that rate. */
let due = 0;

function slowDown(this: IncomingMessage, { length }: Buffer): void {
  const now = performance.now();
  due = Math.max(due, now) + length / pace.bytesPerMs;
  const tooEarlyMs = due - now - pace.aheadMs;
  if (tooEarlyMs <= 0) return;
  this.pause();
  setTimeout(() => this.resume(), tooEarlyMs).unref();
}

/**
 * Reads and discards the rest of a body, so that the response is not lost in a connection reset: most clients read only
 * after they have sent everything. Waits until the body ends, breaks off or exceeds the limits; later bytes are
 * discarded as well.
 */
export function discardRest(request: IncomingMessage): Promise<void> {
  request.unpipe();
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  request.on("data", slowDown);
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit.bytes) finish();
    };
    const finish = () => {
      clearTimeout(timer);
      request.off("data", count);
      resolve();
      // Without a reader, an unfinished body would block the connection.
      request.resume();
    };
    const timer = setTimeout(finish, limit.milliseconds);
    for (const end of ["end", "close", "error"]) request.once(end, finish);
    request.on("data", count);
    request.resume();
  });
}
