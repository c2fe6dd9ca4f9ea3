import type { Binding } from "@lexical/yjs";
import { type XmlText, Map as YMap } from "yjs";

type Collab = Binding["root"];
type Child = Collab["_children"][number];
type Shared = { readonly _collabNode?: Child };

const readers = new WeakSet<object>();

/** With looks of its own: where there were none before, taking them back would leave none at all. */
const plainText: [string, unknown][] = [
  ["__type", "text"],
  ["__format", 0],
];

/** Not one that undo looks at. */
const tidying = Symbol("tidying");

/**
 * What an element holds is read from the document as it stands. @lexical/yjs goes by what has changed since, and goes astray
 * where two have formatted, deleted or taken back the same letters: it shows less than there is, not the same on all sides,
 * and writes in wrong places from then on.
 */
export function readChildrenAnew({ root }: Pick<Binding, "root">): void {
  const reader = Object.getPrototypeOf(root) as Collab;
  if (readers.has(reader)) return;
  readers.add(reader);
  const read = reader.applyChildrenYjsDelta;
  reader.applyChildrenYjsDelta = function (binding) {
    tidy(this._xmlText);
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
      // The editor has merged it with another and not told the document yet. With two keys it would be taken out twice.
      if (!child.getNode()) binding.collabNodeMap.delete(child._key);
      children.push(child);
    }
    this._children = children;
  };
}

const partsOf = (element: XmlText) =>
  (element.toDelta() as { insert: string | Shared }[]).map(({ insert }) => insert);

/** A text follows its holder, which says how it looks. A holder that has lost its text goes; a text without one gets one. */
function tidy(element: XmlText): void {
  const parts = partsOf(element);
  const changes: (() => void)[] = [];
  let place = 0;
  parts.forEach((part, i) => {
    const at = place;
    place += typeof part === "string" ? part.length : 1;
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
