import type { RawData } from "ws";
import { type ClientMessage, clientMessage } from "#contracts/live";

/** The messages of a client's frame, or undefined if it is invalid. Stops parsing at the first invalid message. */
export function parseFrame(data: RawData): readonly ClientMessage[] | undefined {
  try {
    const json: unknown = JSON.parse(data.toString());
    return (Array.isArray(json) ? json : [json]).map((message) => clientMessage.parse(message));
  } catch {
    return undefined;
  }
}

/** A rate limiter that allows `perSecond` on average and `burst` together. */
export function createAllowance(perSecond: number, burst: number): (count: number) => boolean {
  let left = burst;
  let at = performance.now();
  return (count) => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - at) * perSecond) / 1000);
    at = now;
    left -= count;
    return left >= 0;
  };
}
