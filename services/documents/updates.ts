import * as Y from "yjs";

/** One update that stands for all of them, without what has been deleted. Unreadable ones are left out. */
export function merged(updates: readonly Uint8Array[]): Uint8Array {
  const doc = new Y.Doc();
  for (const update of updates) take(doc, update);
  const whole = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return whole;
}

/** Applies an update; false when it cannot be read. */
export function take(doc: Y.Doc, update: Uint8Array): boolean {
  try {
    Y.applyUpdate(doc, update);
    return true;
  } catch {
    return false;
  }
}

export type Judged = "fine" | "empty" | "unreadable";

/** Whether an update can be read from its first to its last byte. */
export function judge(update: Uint8Array): Judged {
  try {
    const { structs, ds } = Y.decodeUpdate(update);
    return structs.length === 0 && ds.clients.size === 0 ? "empty" : "fine";
  } catch {
    return "unreadable";
  }
}

/** Of updates that build on others which have not come. */
export const waitingBytes = ({ store }: Y.Doc): number =>
  (store.pendingStructs?.update.length ?? 0) + (store.pendingDs?.length ?? 0);

/** Whether all that was ever in a document has been deleted, or nothing was. */
export const holdsNothing = (doc: Y.Doc): boolean =>
  doc.store.pendingStructs === null &&
  [...doc.store.clients.values()].every((structs) => structs.every(({ deleted }) => deleted));
