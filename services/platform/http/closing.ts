import type { Server } from "node:http";

/** What may still come of a request that has begun, such as a picture over a slow line. */
export const patienceMs = 20_000;

/** Takes nobody on any more, answers what has begun, and ends when everybody has gone or was waited for too long. */
export async function closeServer(server: Server, waitAtMostMs = patienceMs): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Node keeps a connection after its answer, as ever, though nobody may ask there any more.
  const hangUp = setInterval(() => server.closeIdleConnections(), 50);
  const tooLong = setTimeout(() => server.closeAllConnections(), waitAtMostMs);
  await closed;
  clearInterval(hangUp);
  clearTimeout(tooLong);
}
