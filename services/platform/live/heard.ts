import type { ClientMessage } from "#contracts/live";
import type { Checkpoint } from "../../event-store/event-store.ts";

export interface Heard {
  /** To be told of every message when it comes, before it is answered. */
  note(message: ClientMessage): void;
  /** Undefined when no place was named or one of them is unreadable: the answer to that is `reset`. */
  upTo(): Checkpoint | undefined;
}

/**
 * Up to where a client has heard everything: the least of the places it has named so far. It may name an older one while
 * it is kept waiting (an answer that came late, a page that it had left and opens again), and what changed between the
 * two must not be taken for heard.
 */
export function createHeard(compare: (a: Checkpoint, b: Checkpoint) => number): Heard {
  let least: Checkpoint | undefined;
  let isReadable = true;
  return {
    note(message) {
      if (!("after" in message) || message.after === undefined) return;
      try {
        if (least === undefined || compare(message.after, least) < 0) least = message.after;
      } catch {
        isReadable = false;
      }
    },
    upTo: () => (isReadable ? least : undefined),
  };
}
