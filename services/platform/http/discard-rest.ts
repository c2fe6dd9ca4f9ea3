import type { IncomingMessage } from "node:http";

/** How long (milliseconds) and for how many bytes an answer waits for a body that is not read. */
const limit = { milliseconds: 3000, bytes: 256 * 1024 * 1024 };
/** Of all bodies together, and how far ahead of that they may be: what is thrown away must not take the time of others. */
const pace = { bytesPerMs: 64 * 1024, aheadMs: 2000 };

/** By when everything that has been thrown away should have been. */
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
 * Reads the rest of a body and throws it away, so that the answer is not lost in a reset connection: most clients read
 * only after they have sent everything. Waits until the body ends, breaks off or goes on for too long; what still comes
 * after that is thrown away too.
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
      // Without a reader the body would stop flowing and hold the connection.
      request.resume();
    };
    const timer = setTimeout(finish, limit.milliseconds);
    for (const end of ["end", "close", "error"]) request.once(end, finish);
    request.on("data", count);
    request.resume();
  });
}
