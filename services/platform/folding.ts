import { LRUCache } from "lru-cache";
import type { EventStore, LastOf, ReadOptions, Revision } from "../event-store/event-store.ts";

/** Folds the events of a stream to a state. */
export interface Fold<State, Event> {
  readonly initial: State;
  evolve(state: State, event: Event): State;
  /**
   * The state contains no personal data: personal fields are not decrypted, and a process may cache it and read only new
   * events. For streams that grow over years.
   */
  readonly isRemembered?: true;
  /**
   * The last events of these types contain everything that the state takes from them. For long texts that are edited
   * often, and streams that get an event for each event elsewhere: reading them must not slow down with their number.
   */
  readonly lastOf?: readonly LastOf[];
}

export interface Loaded<State> {
  readonly state: State;
  readonly revision: Revision;
}

/** Maximum of cached streams per kind and process. */
const maxCached = 2000;
type Cache<State> = LRUCache<string, Loaded<State>>;
const caches = new WeakMap<EventStore, WeakMap<object, Cache<unknown>>>();

/** Folds a stream to its state. */
export async function load<State, Event>(
  store: EventStore,
  fold: Fold<State, Event>,
  stream: string,
  reads?: ReadOptions,
): Promise<Loaded<State>> {
  const cache = fold.isRemembered ? cacheOf<State>(store, fold) : undefined;
  const before = cache?.get(stream) ?? { state: fold.initial, revision: -1 };
  const { events, revision } = await store.read(stream, {
    ...reads,
    ...(fold.isRemembered ? { personal: "closed" } : {}),
    after: before.revision,
    ...(fold.lastOf ? { lastOf: fold.lastOf } : {}),
  });
  const state = events.reduce(
    (folded, { type, data, occurredAt }) => fold.evolve(folded, { type, data, occurredAt } as Event),
    before.state,
  );
  const loaded = { state, revision };
  // A slower reader must not replace a newer state.
  if (cache && revision > (cache.peek(stream)?.revision ?? -1)) cache.set(stream, loaded);
  return loaded;
}

function cacheOf<State>(store: EventStore, fold: object): Cache<State> {
  const ofStore = caches.get(store) ?? new WeakMap<object, Cache<unknown>>();
  caches.set(store, ofStore);
  const cache = ofStore.get(fold) ?? new LRUCache<string, Loaded<unknown>>({ max: maxCached });
  ofStore.set(fold, cache);
  return cache as Cache<State>;
}
