import * as Y from "yjs";

type Deleted = ReturnType<typeof Y.createDeleteSet>;
type Range = { readonly clock: number; readonly len: number };

/**
 * What writers have deleted, as they said it. What comes into a line that another has ended goes with it in Yjs, though
 * nobody has said so: its writer, who was away meanwhile, is not told that it was deleted and puts it elsewhere again.
 */
export interface SaidDeletions {
  /** Before the document takes an update. @throws when it cannot be read */
  note(update: Uint8Array): void;
  /** What the document has encoded, with these alone. */
  in(encoded: Uint8Array): Uint8Array;
}

export function saidDeletions({ store }: Y.Doc): SaidDeletions {
  let said = Y.createDeleteSet();
  let fresh: Deleted[] = [];
  return {
    note(update) {
      const { ds } = Y.decodeUpdate(update);
      if (ds.clients.size > 0) fresh.push(stillThere(store, Y.mergeDeleteSets([ds])));
    },
    in(encoded) {
      // What waits for others brings deletions of its own.
      if (store.pendingStructs || store.pendingDs) return encoded;
      said = Y.mergeDeleteSets([said, ...fresh]);
      fresh = [];
      // They are the last part of it.
      const end = encoded.length - encode(Y.createDeleteSetFromStructStore(store)).length;
      return joined(encoded.subarray(0, end), encode(said));
    },
  };
}

/** Without what is deleted already: somebody who reconnects says of all that it is. */
function stillThere({ clients }: Y.Doc["store"], deleted: Deleted): Deleted {
  const there = Y.createDeleteSet();
  for (const [client, ranges] of deleted.clients) {
    const structs = clients.get(client) ?? [];
    const left = ranges.flatMap((range) => [...undeleted(structs, range)]);
    if (left.length > 0) there.clients.set(client, left);
  }
  return there;
}

/** The parts of a range that are there, or have not come yet. */
function* undeleted(structs: (Y.Item | Y.GC)[], { clock, len }: Range): Generator<Range> {
  const end = clock + len;
  let at = clock;
  for (const { id, length, deleted } of from(structs, clock)) {
    if (at === end) return;
    const next = Math.min(end, id.clock + length);
    if (!deleted) yield { clock: at, len: next - at };
    at = next;
  }
  if (at < end) yield { clock: at, len: end - at };
}

function* from(structs: (Y.Item | Y.GC)[], clock: number) {
  const last = structs.at(-1);
  const isKnown = last !== undefined && clock < last.id.clock + last.length;
  for (let i = isKnown ? Y.findIndexSS(structs, clock) : structs.length; i < structs.length; i += 1)
    yield structs[i] as Y.Item | Y.GC;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** A snapshot's state vector, an empty one, takes the last byte. */
const encode = (deleted: Deleted) => Y.encodeSnapshot(Y.createSnapshot(deleted, new Map())).subarray(0, -1);
