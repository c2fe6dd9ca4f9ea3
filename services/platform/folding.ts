import { LRUCache } from "lru-cache";
import type { EventStore, ReadOptions, Revision } from "../event-store/event-store.ts";

/** What the events of a stream come to. */
export interface Fold<State, Event> {
  readonly initial: State;
  evolve(state: State, event: Event): State;
  /**
   * Its streams hold nothing personal, so a process may keep what it has folded and read only what came since. For
   * streams that go on for years.
   */
  readonly isRemembered?: true;
  /**
   * Of the events of these types the last one holds all that the state takes from them. For long texts that are changed
   * again and again: a change must not take longer, and more memory, the more there have been.
   */
  readonly lastOf?: readonly string[];
}

export interface Loaded<State> {
  readonly state: State;
  readonly revision: Revision;
}

/** Cached streams of one kind in a process. */
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
    after: before.revision,
    ...(fold.lastOf ? { lastOf: fold.lastOf } : {}),
  });
  const state = events.reduce(
    (folded, { type, data, occurredAt }) => fold.evolve(folded, { type, data, occurredAt } as Event),
    before.state,
  );
  const loaded = { state, revision };
  // A slower reader must not set it back.
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
