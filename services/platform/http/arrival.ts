import type { IncomingMessage } from "node:http";
import { Refused } from "#contracts/errors";

/**
 * A body arrives within this time, or at least so many bytes of it do, then as many again: a picture over a slow
 * connection passes, a byte every few seconds does not.
 */
const usualPace = { bytes: 65_536, ms: 15_000 };

/**
 * Reads a body as `read` does, unless its client is too slow.
 * @throws Refused request-timeout
 */
export async function atUsualPace<T>(
  { socket }: Pick<IncomingMessage, "socket">,
  read: () => Promise<T>,
  { bytes, ms } = usualPace,
): Promise<T> {
  let before = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const arrived = socket.bytesRead - before;
      before = socket.bytesRead;
      // The rest of the body will not be read.
      if (arrived < bytes) reject(new Refused("request-timeout", { headers: { Connection: "close" } }));
    }, ms);
  });
  try {
    return await Promise.race([read(), tooSlow]);
  } finally {
    clearInterval(timer);
  }
}
