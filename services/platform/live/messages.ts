import type { RawData } from "ws";
import { z } from "zod";
import { type ClientMessage, clientMessage } from "#contracts/live";
import type { Checkpoint } from "../../event-store/event-store.ts";

const frame = z.array(clientMessage);

/** The messages of a client's frame, or undefined when it is not one. */
export function parseFrame(data: RawData): readonly ClientMessage[] | undefined {
  try {
    const json: unknown = JSON.parse(data.toString());
    return frame.safeParse(Array.isArray(json) ? json : [json]).data;
  } catch {
    return undefined;
  }
}

/** Lets through `perSecond` on average and `burst` at once. */
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

export interface Acknowledged {
  /** Called with every message on arrival, before it is answered. */
  note(message: ClientMessage): void;
  /** Undefined when no checkpoint was named or one of them is unreadable: the answer to that is `reset`. */
  upTo(): Checkpoint | undefined;
}

/**
 * The checkpoint up to which a client has received every name: the smallest one it has sent so far. A client may send an
 * older one while it waits (a late answer, a page opened again); changes between the two are not yet acknowledged.
 */
export function createAcknowledged(compare: (a: Checkpoint, b: Checkpoint) => number): Acknowledged {
  let min: Checkpoint | undefined;
  let isReadable = true;
  return {
    note(message) {
      if (!("after" in message) || message.after === undefined) return;
      try {
        if (min === undefined || compare(message.after, min) < 0) min = message.after;
      } catch {
        isReadable = false;
      }
    },
    upTo: () => (isReadable ? min : undefined),
  };
}
