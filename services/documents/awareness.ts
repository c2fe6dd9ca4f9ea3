import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from "y-protocols/awareness";
import * as Y from "yjs";
import { z } from "zod";

type State = Record<string, unknown>;
/** Builds the state of a client as the server forwards it. */
export type StateOf = (sent: State) => State;

const origin = { peer: Symbol("from another process") };
const batchMs = 50;
/** Number of states of the usual size that fit into a notification of PostgreSQL. */
const statesPerPart = 8;

/**
 * Tracks which clients are in a room and where their carets are. A client may only set the state of the client id that
 * its first message names.
 * @param onChange gets an update for all local clients, and for the other processes if the change is local
 */
export function createRoomAwareness(
  maxBytes: number,
  onChange: (update: Uint8Array, isLocal: boolean, about: string) => void,
) {
  const awareness = new Awareness(new Y.Doc());
  awareness.setLocalState(null);
  const clientIds = new Map<object, number>();
  /** Client ids changed since the last broadcast, and whether a local client sent the change. */
  const changed = new Map<number, boolean>();
  let timer: NodeJS.Timeout | undefined;

  const partsOf = (ids: readonly number[]) =>
    Array.from({ length: Math.ceil(ids.length / statesPerPart) }, (_, n) => {
      const part = ids.slice(n * statesPerPart, (n + 1) * statesPerPart);
      return { update: encodeAwarenessUpdate(awareness, part), about: part.join() };
    });

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const isLocal of [true, false]) {
      const ids = [...changed].filter(([id, local]) => local === isLocal && awareness.meta.has(id));
      for (const { update, about } of partsOf(ids.map(([id]) => id))) onChange(update, isLocal, about);
    }
    changed.clear();
  }

  type Change = Record<"added" | "updated" | "removed", number[]>;
  awareness.on("update", ({ added, updated, removed }: Change, from: unknown) => {
    for (const id of [...added, ...updated, ...removed])
      changed.set(id, changed.get(id) === true || from !== origin.peer);
    timer ??= setTimeout(flush, batchMs).unref();
  });

  return {
    receive(update: Uint8Array, client: object, stateOf: StateOf): void {
      if (update.length > maxBytes) return;
      const entries = read(update);
      const [first] = entries;
      if (first && !clientIds.has(client) && ![...clientIds.values()].includes(first.id))
        clientIds.set(client, first.id);
      const own = entries.find(({ id }) => id === clientIds.get(client));
      if (!own) return;
      const state = own.state && stateOf(own.state);
      applyAwarenessUpdate(awareness, write({ ...own, state }), client);
    },
    receivePeer: (update: Uint8Array) => applyAwarenessUpdate(awareness, update, origin.peer),
    leave(client: object): void {
      const id = clientIds.get(client);
      clientIds.delete(client);
      if (id !== undefined) removeAwarenessStates(awareness, [id], client);
    },
    /** All states; undefined if there are none. */
    encode: () =>
      awareness.states.size > 0 ? encodeAwarenessUpdate(awareness, [...awareness.states.keys()]) : undefined,
    /** The states split into parts for other processes. */
    parts: () => partsOf([...awareness.states.keys()]),
    close(): void {
      flush();
      awareness.destroy();
    },
  };
}

interface PeerEntry {
  readonly id: number;
  readonly clock: number;
  readonly state: State | null;
}

/** Empty if the update cannot be read. */
function read(update: Uint8Array): PeerEntry[] {
  try {
    const decoder = decoding.createDecoder(update);
    return Array.from({ length: Math.min(100, decoding.readVarUint(decoder)) }, () => ({
      id: decoding.readVarUint(decoder),
      clock: decoding.readVarUint(decoder),
      state:
        z.record(z.string(), z.unknown()).safeParse(JSON.parse(decoding.readVarString(decoder))).data ?? null,
    }));
  } catch {
    return [];
  }
}

function write({ id, clock, state }: PeerEntry): Uint8Array {
  const encoder = encoding.createEncoder();
  for (const number of [1, id, clock]) encoding.writeVarUint(encoder, number);
  encoding.writeVarString(encoder, JSON.stringify(state));
  return encoding.toUint8Array(encoder);
}

const itemId = z.object({ client: z.int().nonnegative(), clock: z.int().nonnegative() });
/**
 * A caret as JSON of a Yjs relative position. Only root types of the editor are accepted, because others would be
 * created.
 */
const position = z.object({
  type: itemId.nullable(),
  tname: z.enum(["root", "root-v2"]).nullable(),
  item: itemId.nullable(),
  assoc: z.int().min(-1).max(0),
});
const positionOf = (sent: unknown) => position.safeParse(sent).data ?? null;

/** The server sets who a client is, the client where its caret is. */
export const stateOfMember =
  (uuid: string, name: string): StateOf =>
  (sent) => ({
    anchorPos: positionOf(sent["anchorPos"]),
    focusPos: positionOf(sent["focusPos"]),
    focusing: sent["focusing"] === true,
    color: /^#[0-9a-f]{6}$/i.test(String(sent["color"])) ? sent["color"] : "#666666",
    name,
    awarenessData: { uuid },
  });
