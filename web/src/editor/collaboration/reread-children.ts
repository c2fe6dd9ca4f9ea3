import type { Binding } from "@lexical/yjs";
import { type UndoManager, type XmlText, Map as YMap } from "yjs";

type Collab = Binding["root"];
type Child = Collab["_children"][number];
type Shared = { readonly _collabNode?: Child };

const readers = new WeakSet<object>();
const bindings = new WeakSet<Binding>();

/** With an explicit format: otherwise undo would restore no format at all. */
const plainText: [string, unknown][] = [
  ["__type", "text"],
  ["__format", 0],
];

/** An origin that undo does not track. */
const tidying = Symbol("tidying");

/**
 * Reads the children of an element from the current document whenever a change arrives. @lexical/yjs applies the delta
 * to its own copy, which fails where two members format, delete or undo the same characters: editors then stay
 * different and write in wrong places (https://github.com/facebook/lexical/issues/5693). undo-beside-others.spec.ts
 * shows when this can be removed.
 */
export function rereadChildren({ trackedOrigins }: UndoManager): void {
  const binding = [...trackedOrigins].find(isBinding);
  if (!binding) return;
  bindings.add(binding);
  const reader = Object.getPrototypeOf(binding.root) as Collab;
  if (readers.has(reader)) return;
  readers.add(reader);
  const read = reader.applyChildrenYjsDelta;
  reader.applyChildrenYjsDelta = function (binding, delta) {
    if (!bindings.has(binding)) return read.call(this, binding, delta);
    matchFormats(this._xmlText);
    const children: Child[] = [];
    for (const part of partsOf(this._xmlText)) {
      const last = children.at(-1);
      if (typeof part === "string") {
        if (last && "_text" in last) last._text += part;
        continue;
      }
      this._children = [];
      if (!part._collabNode) read.call(this, binding, [{ insert: part }]);
      const child = part._collabNode;
      if (!child) continue;
      if ("_text" in child) child._text = "";
      // The editor has merged the node with another and not updated the document yet. With two keys it would be deleted
      // twice.
      if (!child.getNode()) binding.collabNodeMap.delete(child._key);
      children.push(child);
    }
    this._children = children;
  };
}

const isBinding = (origin: unknown): origin is Binding =>
  typeof origin === "object" && origin !== null && "root" in origin;

const partsOf = (element: XmlText) =>
  (element.toDelta() as { insert: string | Shared }[]).map(({ insert }) => insert);

/** Gives every text a map with its format: a map without a text is deleted, a text without a map gets one. */
function matchFormats(element: XmlText): void {
  const parts = partsOf(element);
  const changes: (() => void)[] = [];
  let offset = 0;
  parts.forEach((part, i) => {
    const at = offset;
    offset += typeof part === "string" ? part.length : 1;
    if (typeof part === "string") {
      if (!isHolder(parts[i - 1])) changes.push(() => element.insertEmbed(at, new YMap<unknown>(plainText)));
    } else if (isHolder(part) && typeof parts[i + 1] !== "string") changes.push(() => element.delete(at, 1));
  });
  if (changes.length === 0) return;
  element.doc?.transact(() => {
    for (const change of changes.reverse()) change();
  }, tidying);
}

const isHolder = (part: unknown) => part instanceof YMap && part.get("__type") !== "linebreak";
