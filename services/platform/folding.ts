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
   * Of the events of these types the last one says all that the state takes from them. For long texts that are changed
   * again and again: a change must not take longer, and more memory, the more there have been.
   */
  readonly lastOf?: readonly string[];
}

export interface Loaded<State> {
  readonly state: State;
  readonly revision: Revision;
}

/** Streams that a process remembers of one kind, at most. */
const mostRemembered = 2000;
const remembered = new WeakMap<EventStore, WeakMap<object, Map<string, Loaded<unknown>>>>();

/** Folds a stream to its state. */
export async function load<State, Event>(
  store: EventStore,
  fold: Fold<State, Event>,
  stream: string,
  reads?: ReadOptions,
): Promise<Loaded<State>> {
  const memory = fold.isRemembered ? memoryOf<State>(store, fold) : undefined;
  const before = memory?.get(stream) ?? { state: fold.initial, revision: -1 };
  const { events, revision } = await store.read(stream, {
    ...reads,
    after: before.revision,
    ...(fold.lastOf ? { lastOf: fold.lastOf } : {}),
  });
  const state = events.reduce(
    (folded, { type, data }) => fold.evolve(folded, { type, data } as Event),
    before.state,
  );
  const loaded = { state, revision };
  if (memory && events.length > 0) remember(memory, stream, loaded);
  return loaded;
}

function memoryOf<State>(store: EventStore, fold: object): Map<string, Loaded<State>> {
  const ofStore = remembered.get(store) ?? new WeakMap<object, Map<string, Loaded<unknown>>>();
  remembered.set(store, ofStore);
  const memory = ofStore.get(fold) ?? new Map<string, Loaded<unknown>>();
  ofStore.set(fold, memory);
  return memory as Map<string, Loaded<State>>;
}

/** The stream that was loaded first goes first. */
function remember<State>(memory: Map<string, Loaded<State>>, stream: string, loaded: Loaded<State>): void {
  if (loaded.revision <= (memory.get(stream)?.revision ?? -1)) return;
  memory.delete(stream);
  memory.set(stream, loaded);
  const [oldest] = memory.keys();
  if (memory.size > mostRemembered && oldest !== undefined) memory.delete(oldest);
}
