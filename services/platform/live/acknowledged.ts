import type { ClientMessage } from "#contracts/live";
import type { Checkpoint } from "../../event-store/event-store.ts";

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
