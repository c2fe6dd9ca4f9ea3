import { type ID, type Item, XmlText } from "yjs";
import type { ImageFields } from "../pictures/image-node.tsx";

type Collab = { readonly _collabNode?: { readonly _key: string } };

/** "\n" is a line break. */
export type Piece = string | ImageFields;

export interface Orphan {
  /** Key of what it stands after; null at the start of the text. */
  readonly after: string | null;
  readonly pieces: readonly Piece[];
}

export const lettersOf = (text: string, isKept: (at: number) => boolean) =>
  text
    .split("")
    .filter((_, at) => isKept(at))
    .join("");

export function* itemsOf(line: XmlText): Generator<Item> {
  for (let item = line._start; item; item = item.right) yield item;
}

/** The line of the text itself in which another stands. */
export function topOf(line: XmlText): Item | null {
  let item = line._item;
  while (item?.parent instanceof XmlText && item.parent._item) item = item.parent._item;
  return item;
}

/** What has come in the place of a line, else what stands before it. */
export function placeOf(ended: Item | null, isNew: (id: ID) => boolean): string | null {
  let next = ended;
  while (next?.deleted) next = next.right;
  let place = next && isNew(next.id) ? next : ended;
  while (place?.deleted) place = place.left;
  return keyOf(place?.content);
}

/** Of the node that shows it. */
export const keyOf = (content: unknown) =>
  (content as { type?: Collab } | undefined)?.type?._collabNode?._key ?? null;
