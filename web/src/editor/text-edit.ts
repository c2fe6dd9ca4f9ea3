import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, type Text } from "yjs";

interface Edit {
  readonly index: number;
  readonly removed: number;
  readonly inserted: string;
}

/** What was changed between two texts, as one edit. */
export function editBetween(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length);
  let index = 0;
  while (index < most && before[index] === after[index]) index += 1;
  let end = 0;
  while (end < most - index && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    index,
    removed: before.length - index - end,
    inserted: after.slice(index, after.length - end),
  };
}

/** Where a place in a text is after an edit of it. */
export function movedBy({ index, removed, inserted }: Edit, place: number): number {
  if (place <= index) return place;
  return Math.max(index, place - removed) + inserted.length;
}

/** Makes a shared text say what a person wants it to, leaving alone what stays. */
export function applyEdit(text: Text, wanted: string): void {
  const { index, removed, inserted } = editBetween(text.toString(), wanted);
  if (removed > 0) text.delete(index, removed);
  if (inserted) text.insert(index, inserted);
}

/** A copy of a document, to be written apart for a while. */
export function fork(doc: Doc): Doc {
  const copy = new Doc();
  applyUpdate(copy, encodeStateAsUpdate(doc));
  return copy;
}

/** Brings what was written apart together with what was written meanwhile. */
export function rejoin(doc: Doc, copy: Doc): void {
  applyUpdate(doc, encodeStateAsUpdate(copy, encodeStateVector(doc)));
  copy.destroy();
}
