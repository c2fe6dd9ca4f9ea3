import type { Definitions } from "#contracts/event";
import type { Batch, EventStore, OwnedEventStore } from "../../event-store/event-store.ts";
import type { KeyRing } from "./member-keys.ts";
import { cachedKeys, readEvent, withSealed } from "./read-events.ts";

/** Which event types a replay decrypts; events of other types stay as they are in the log. */
interface ReplayedTypes {
  readonly opened: ReadonlySet<string>;
  /** Types for which only `sealed` is added: their data stay as they are in the log. */
  readonly unopened: ReadonlySet<string>;
}

/** Reads the log in its order and decrypts the events of some types only. */
export type Replay = (types: ReplayedTypes) => Pick<EventStore, "readAll" | "compare">;

type Readable = Pick<OwnedEventStore, "readAll" | "compare" | "readAhead">;

/** Decrypts as `protect` does. Keys are looked up once, as for a subscription. */
export const replayOf =
  (store: Readable, keys: KeyRing, catalogue: Definitions): Replay =>
  ({ opened, unopened }) => {
    const { forgetWithdrawn, keysFor } = cachedKeys(keys);
    const readAll = prefetching(store);
    return {
      compare: store.compare,
      async readAll(after, limit) {
        const batch = await readAll(after, limit);
        forgetWithdrawn(batch.events);
        const known = await keysFor(
          batch.events.filter(({ type }) => unopened.has(type) || opened.has(type)),
        );
        const events = batch.events.map((event) => {
          if (unopened.has(event.type)) return withSealed(event, known);
          return opened.has(event.type) ? readEvent(event, catalogue[event.type], known) : event;
        });
        return { ...batch, events };
      },
    };
  };

/**
 * A replay continues where the last batch ended: where the store supports it, the next batch is read while one is
 * processed.
 */
function prefetching(store: Readable): EventStore["readAll"] {
  const from = store.readAhead;
  if (!from) return store.readAll;
  let coming: { after: string; limit: number; batches: AsyncIterator<Batch> } | undefined;
  return async (after, limit) => {
    const isNext = coming?.after === after && coming.limit === limit;
    const batches = (isNext && coming?.batches) || from(after, limit)[Symbol.asyncIterator]();
    coming = undefined;
    const next = await batches.next();
    // Near the head, and again after a failure, which is thrown here.
    if (next.done) return store.readAll(after, limit);
    coming = { after: next.value.checkpoint, limit, batches };
    return next.value;
  };
}
