import type pg from "pg";
import { type Checkpoint, StoreUnavailable } from "../event-store.ts";
import type { Bell } from "../wait.ts";
import { batchSize } from "./far-behind.ts";
import type { Rows } from "./prepared-call.ts";
import type { Behind } from "./quick-append.ts";
import { batchIn, logFrom, readSome, type Some } from "./read-events.ts";

/** How a subscription asks for its next batch. */
export interface Look {
  /** Of the bell: what rang before it is found. */
  readonly ticket: number;
  /** Undefined when the store cannot be reached. */
  readonly found: Promise<Some | undefined>;
}

/** A look that goes out with an append. */
export interface LookBehind extends Behind {
  /** Once the append is over: whom it has woken gets this look, unless something else has rung that may have come later. */
  share(): void;
}

export interface Looks {
  /** Subscriptions that stand together wake together and look once. */
  after(place: Checkpoint): Look;
  /** Waits for the bell, known to stand there. */
  waitAt(place: Checkpoint, ticket: number, ms: number, signal: AbortSignal): Promise<void>;
  /**
   * The look that those who wait will need once something is appended: sent with the append it is answered a way to and
   * fro earlier. Undefined where nobody waits, or another one is on its way.
   */
  behindAppend(): LookBehind | undefined;
}

export function createLooks(pool: pg.Pool, bell: Bell): Looks {
  const underWay = new Map<Checkpoint, Look>();
  /** How many wait at a place. */
  const waiting = new Map<Checkpoint, number>();
  let isOneBehind = false;

  function begin(place: Checkpoint, batch: Promise<Some>): Look {
    const found = batch.catch((error) => {
      if (error instanceof StoreUnavailable) return undefined;
      throw error;
    });
    // It may be that nobody comes for it.
    found.catch(() => {});
    const look = { ticket: bell.ticket(), found };
    underWay.set(place, look);
    return look;
  }

  function forget(place: Checkpoint, look: Look): void {
    if (underWay.get(place) === look) underWay.delete(place);
  }

  return {
    after(place) {
      const begun = underWay.get(place);
      // Begun after the last ring, it finds what that was for.
      if (begun?.ticket === bell.ticket()) return begun;
      const look = begin(place, readSome(pool, place, batchSize));
      const done = () => forget(place, look);
      look.found.then(done, done);
      return look;
    },

    async waitAt(place, ticket, ms, signal) {
      waiting.set(place, (waiting.get(place) ?? 0) + 1);
      await bell.wait(ticket, ms, signal);
      const others = (waiting.get(place) ?? 1) - 1;
      if (others > 0) waiting.set(place, others);
      else waiting.delete(place);
    },

    behindAppend() {
      // Whoever waits has seen all there is, so that mostly they stand together.
      const [place] = waiting.keys();
      if (place === undefined || isOneBehind) return undefined;
      isOneBehind = true;
      const sentAt = bell.ticket();
      let rows: Promise<Rows> | undefined;
      return {
        call: logFrom(place, batchSize),
        take(answer) {
          rows = answer;
        },
        share() {
          isOneBehind = false;
          // Any other ring may be for what was committed after this look.
          if (!rows || bell.ticket() !== sentAt + 1) return;
          const look = begin(place, batchIn(place, rows));
          // Whoever has been woken comes for it in this turn.
          setImmediate(() => forget(place, look));
        },
      };
    },
  };
}
