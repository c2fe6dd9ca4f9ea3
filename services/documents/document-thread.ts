import * as Y from "yjs";
import { doJobs } from "../platform/threads/do-jobs.ts";

const docs = new Map<number, Y.Doc>();

function docOf(id: number): Y.Doc {
  const doc = docs.get(id);
  if (!doc) throw new Error("no such document in this thread");
  return doc;
}

function opened(updates: readonly Uint8Array[]): { doc: Y.Doc; ms: number } {
  const from = performance.now();
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  return { doc, ms: performance.now() - from };
}

function apply(doc: Y.Doc, update: Uint8Array) {
  const from = performance.now();
  const effects: Uint8Array[] = [];
  const note = (effect: Uint8Array) => void effects.push(effect);
  doc.on("update", note);
  Y.applyUpdate(doc, update);
  doc.off("update", note);
  const { pendingStructs, pendingDs } = doc.store;
  const pendingBytes = (pendingStructs?.update.length ?? 0) + (pendingDs?.length ?? 0);
  const effect = effects.length > 1 ? Y.mergeUpdates(effects) : effects[0];
  // Structs that wait for missing updates have no effect yet and must not be lost.
  return { update: pendingBytes > 0 ? update : effect, pendingBytes, ms: performance.now() - from };
}

doJobs({
  open(id: number, updates: Uint8Array[]) {
    const { doc, ms } = opened(updates);
    docs.set(id, doc);
    return ms;
  },
  apply: (id: number, update: Uint8Array) => apply(docOf(id), update),
  replay(id: number, updates: Uint8Array[]) {
    for (const update of updates) apply(docOf(id), update);
  },
  vector: (id: number) => Y.encodeStateVector(docOf(id)),
  missing: (id: number, vector?: Uint8Array) => Y.encodeStateAsUpdate(docOf(id), vector),
  /**
   * Yjs encodes a snapshot by client instead of by time, so it may take much longer to open than the updates it
   * replaces.
   */
  snapshot(id: number) {
    const bytes = Y.encodeStateAsUpdate(docOf(id));
    const { doc, ms } = opened([bytes]);
    doc.destroy();
    return { bytes, ms };
  },
  close(id: number) {
    docs.get(id)?.destroy();
    docs.delete(id);
  },
});
