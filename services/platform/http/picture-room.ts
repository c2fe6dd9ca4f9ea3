import type { ServerResponse } from "node:http";
import { Refused } from "#contracts/errors";

/** Bytes of pictures that were sent and are not answered yet, in this process, */
const mostBytes = 256 * 1024 * 1024;
/** and of one sender: four of the largest. */
const mostBytesOfOne = 40 * 1024 * 1024;

const heldOf = new Map<string, number>();
let heldBytes = 0;

/**
 * Pictures are decoded one after the other, and whoever sends one waits in memory: room for what a member sends with a
 * request, until it is answered or they are gone. The function asks for so many bytes more.
 * @throws Refused overload
 */
export function roomForPicture(member: string, response: ServerResponse): (bytes: number) => void {
  const { socket } = response.req;
  let own = 0;
  const hold = (change: number) => {
    own += change;
    heldBytes += change;
    const held = (heldOf.get(member) ?? 0) + change;
    if (held > 0) heldOf.set(member, held);
    else heldOf.delete(member);
  };
  const release = () => {
    hold(-own);
    response.off("close", release);
    // An answer that stands in line behind another one hears of nothing when their connection ends.
    socket.off("close", release);
  };
  return (bytes) => {
    if (response.destroyed || socket.destroyed) return;
    const isTooMuch = heldBytes + bytes > mostBytes || (heldOf.get(member) ?? 0) + bytes > mostBytesOfOne;
    if (isTooMuch) throw new Refused("overload", { retryAfter: 2 });
    if (own === 0) {
      response.once("close", release);
      socket.once("close", release);
    }
    hold(bytes);
  };
}
