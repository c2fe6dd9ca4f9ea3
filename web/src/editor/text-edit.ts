import type { Text } from "yjs";

interface Edit {
  readonly index: number;
  readonly removed: number;
  readonly inserted: string;
}

/** The difference of two texts as one edit. */
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

/** The position in a text after an edit. */
export function movedBy({ index, removed, inserted }: Edit, position: number): number {
  if (position <= index) return position;
  return Math.max(index, position - removed) + inserted.length;
}

/**
 * Applies the change of a field that showed `before` to a shared text. If others have changed the text meanwhile,
 * nothing is deleted.
 */
export function applyEdit(text: Text, before: string, after: string): void {
  const { index, removed, inserted } = editBetween(before, after);
  const now = text.toString();
  if (now === before) text.delete(index, removed);
  if (inserted) text.insert(movedBy(editBetween(before, now), index), inserted);
}
