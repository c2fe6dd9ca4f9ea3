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
export const fromNeighbour = Symbol("neighbour");

/** What a client may say of itself in a room; null says nothing. */
export type StateOf = (said: Record<string, unknown>) => Record<string, unknown>;

/** An update and which clients it is about. */
export interface Told {
  readonly update: Uint8Array;
  readonly about: string;
}

/** So many states of the usual size fit into a notification of Postgres. */
const statesPerPart = 8;

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

  type Change = { added: number[]; updated: number[]; removed: number[] };
  awareness.on("update", ({ added, updated, removed }: Change, origin: unknown) => {
    const about = [...added, ...updated, ...removed];
    onChange(encodeAwarenessUpdate(awareness, about), origin !== fromNeighbour, about.join());
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
    parts() {
      const clients = [...awareness.states.keys()];
      const parts = Array.from({ length: Math.ceil(clients.length / statesPerPart) }, (_, n) =>
        clients.slice(n * statesPerPart, (n + 1) * statesPerPart),
      );
      return parts.map((part) => ({ update: encodeAwarenessUpdate(awareness, part), about: part.join() }));
    },
    close() {
      awareness.destroy();
      doc.destroy();
    },
  };
}

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
