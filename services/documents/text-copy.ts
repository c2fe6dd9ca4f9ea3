import * as Y from "yjs";
import { saidDeletions } from "./said-deletions.ts";
import { take } from "./updates.ts";

/** What is to be known of a document without asking for its content. */
export interface Facts {
  /** Nothing has ever been in it. */
  readonly isEmpty: boolean;
  /** All that was ever in it has been deleted, or nothing was. */
  readonly holdsNothing: boolean;
  /** Of updates that build on others which have not come. */
  readonly waitingBytes: number;
}

/** One document in the thread that calls this. */
export interface TextCopy {
  /** False when it cannot be read. */
  take(update: Uint8Array): boolean;
  facts(): Facts;
  /** The state vector: what it has. */
  vector(): Uint8Array;
  /** What somebody with this state vector lacks. */
  missing(vector?: Uint8Array): Uint8Array;
  end(): void;
}

export function textCopy(updates: readonly Uint8Array[]): TextCopy {
  const doc = new Y.Doc();
  const { store } = doc;
  const said = saidDeletions(doc);
  for (const update of updates) take(doc, update, said);
  return {
    take: (update) => take(doc, update, said),
    facts: () => ({
      isEmpty: store.clients.size === 0 && store.pendingStructs === null,
      holdsNothing:
        store.pendingStructs === null &&
        [...store.clients.values()].every((structs) => structs.every(({ deleted }) => deleted)),
      waitingBytes: (store.pendingStructs?.update.length ?? 0) + (store.pendingDs?.length ?? 0),
    }),
    vector: () => Y.encodeStateVector(doc),
    missing: (vector) => said.in(Y.encodeStateAsUpdate(doc, vector)),
    end: () => doc.destroy(),
  };
}
