import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from "y-protocols/awareness";
import * as Y from "yjs";

/** Comes from another process, which has judged it. */
const fromNeighbour = Symbol("neighbour");

/** What a client may say of itself in a room; null says nothing. */
export type StateOf = (said: Record<string, unknown>) => Record<string, unknown>;

/** An update and which clients it is about. */
export interface Told {
  readonly update: Uint8Array;
  readonly about: string;
}

/** So many states of the usual size fit into a notification of Postgres. */
const statesPerPart = 8;

/**
 * How often others are told (milliseconds): of news, and that somebody is still where they were. Each telling goes to
 * everybody in the room: what a few clients say hundreds of times a second would keep the process from all else. A client
 * gives up those of whom it has heard nothing for 30 s.
 */
const betweenTellingsMs = { news: 50, renewals: 2000 };

interface Entry {
  readonly client: number;
  readonly clock: number;
  readonly state: Record<string, unknown> | null;
}

/** Who is in a room and where, told by y-websocket clients of themselves and of nobody else. */
export interface Whereabouts {
  /** What a client sent. Only what it says of itself is taken: its first message names it. */
  hear(update: Uint8Array, speaker: object, stateOf: StateOf): void;
  hearNeighbour(update: Uint8Array): void;
  leave(speaker: object): void;
  /** All that is known, for one who has come; undefined when nobody is there. */
  whole(): Uint8Array | undefined;
  /** The same in pieces that neighbours can be told. */
  parts(): readonly Told[];
  /** Tells what is still to be told. */
  close(): void;
}

/** @param onChange an update to be told to everybody here, and to the neighbours unless it came from there */
export function createWhereabouts(
  mostBytes: number,
  onChange: (update: Uint8Array, isOurs: boolean, about: string) => void,
): Whereabouts {
  const doc = new Y.Doc();
  const awareness = new Awareness(doc);
  awareness.setLocalState(null);
  const idOf = new Map<object, number>();
  const speakerOf = new Map<number, object>();

  const partOf = (about: readonly number[]): Told => ({
    update: encodeAwarenessUpdate(awareness, [...about]),
    about: about.join(),
  });

  /** Of whom there is something to tell, and whether it was said here. */
  const untold = new Map<number, boolean>();
  let toldAt = Number.NEGATIVE_INFINITY;
  let dueAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function tell(): void {
    clearTimeout(timer);
    toldAt = performance.now();
    dueAt = Number.POSITIVE_INFINITY;
    const known = [...untold].filter(([client]) => awareness.meta.has(client));
    untold.clear();
    for (const isOurs of [true, false]) {
      const clients = known.filter(([, ours]) => ours === isOurs).map(([client]) => client);
      for (const part of inParts(clients)) {
        const { update, about } = partOf(part);
        onChange(update, isOurs, about);
      }
    }
  }

  function tellWithin(ms: number): void {
    const at = toldAt + ms;
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    const left = at - performance.now();
    if (left <= 0) tell();
    else timer = setTimeout(tell, left).unref();
  }

  type Change = { added: number[]; updated: number[]; removed: number[] };
  let isNews = false;
  // Comes before the update that it is part of; not with one that only renews.
  awareness.on("change", () => {
    isNews = true;
  });
  awareness.on("update", ({ added, updated, removed }: Change, origin: unknown) => {
    for (const client of [...added, ...updated, ...removed])
      untold.set(client, untold.get(client) === true || origin !== fromNeighbour);
    tellWithin(isNews ? betweenTellingsMs.news : betweenTellingsMs.renewals);
    isNews = false;
  });

  function idFor(speaker: object, entries: readonly Entry[]): number | undefined {
    const known = idOf.get(speaker);
    const first = entries[0]?.client;
    if (known !== undefined || first === undefined || speakerOf.has(first)) return known;
    idOf.set(speaker, first);
    speakerOf.set(first, speaker);
    // Its clock may stand where it stood when it was here before.
    if (!awareness.states.has(first)) awareness.meta.delete(first);
    return first;
  }

  return {
    hear(update, speaker, stateOf) {
      if (update.length > mostBytes) return;
      const entries = read(update);
      const own = idFor(speaker, entries);
      const entry = entries.find(({ client }) => client === own);
      if (!entry) return;
      const state = entry.state && stateOf(entry.state);
      applyAwarenessUpdate(awareness, write({ ...entry, state }), speaker);
    },
    hearNeighbour: (update) => applyAwarenessUpdate(awareness, update, fromNeighbour),
    leave(speaker) {
      const id = idOf.get(speaker);
      idOf.delete(speaker);
      if (id === undefined) return;
      speakerOf.delete(id);
      removeAwarenessStates(awareness, [id], speaker);
    },
    whole: () =>
      awareness.states.size > 0 ? encodeAwarenessUpdate(awareness, [...awareness.states.keys()]) : undefined,
    parts: () => inParts([...awareness.states.keys()]).map(partOf),
    close() {
      // Nobody here would hear it, but that the last one has left is news to the neighbours.
      if (untold.size > 0) tell();
      awareness.destroy();
      clearTimeout(timer);
      doc.destroy();
    },
  };
}

const inParts = (clients: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(clients.length / statesPerPart) }, (_, n) =>
    clients.slice(n * statesPerPart, (n + 1) * statesPerPart),
  );

/** Unreadable ones are empty. */
function read(update: Uint8Array): Entry[] {
  try {
    const decoder = decoding.createDecoder(update);
    return Array.from({ length: Math.min(100, decoding.readVarUint(decoder)) }, () => ({
      client: decoding.readVarUint(decoder),
      clock: decoding.readVarUint(decoder),
      state: asObject(JSON.parse(decoding.readVarString(decoder))),
    }));
  } catch {
    return [];
  }
}

const asObject = (value: unknown) =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;

function write({ client, clock, state }: Entry): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 1);
  encoding.writeVarUint(encoder, client);
  encoding.writeVarUint(encoder, clock);
  encoding.writeVarString(encoder, JSON.stringify(state));
  return encoding.toUint8Array(encoder);
}
