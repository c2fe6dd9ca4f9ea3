import { expect, it } from "vitest";
import * as Y from "yjs";
import { textCopy } from "./text-copy.ts";

const start = new Y.Doc();
start.get("root", Y.XmlText).insertEmbed(0, new Y.XmlText("가나다"));
const beginning = Y.encodeStateAsUpdate(start);

/** Somebody who has the beginning. */
function writer() {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, beginning);
  const root = doc.get("root", Y.XmlText);
  const [{ insert: line }] = root.toDelta() as [{ insert: Y.XmlText }];
  return {
    doc,
    /** What a change of theirs says. */
    does(change: (line: Y.XmlText, root: Y.XmlText) => void): Uint8Array {
      const before = Y.encodeStateVector(doc);
      let said: Uint8Array | undefined;
      doc.once("update", (update: Uint8Array) => {
        said = update;
      });
      change(line, root);
      return said ?? Y.encodeStateAsUpdate(doc, before);
    },
  };
}

/** How many letters of somebody are said to be deleted. */
const saidOf = ({ doc }: { doc: Y.Doc }, update: Uint8Array) =>
  (Y.decodeUpdate(update).ds.clients.get(doc.clientID) ?? []).reduce((sum, { len }) => sum + len, 0);

const [a, b] = [writer(), writer()];
const ends = a.does((_, root) => root.delete(0, 1));
const writes = b.does((line) => line.insert(3, "라마"));

it.each([
  ["into a line that had ended", [ends, writes]],
  ["into a line whose end had not heard of it", [writes, ends]],
  ["into a line whose ender comes back", [ends, writes, endersWhole()]],
])("says not of what came %s that it was deleted, however often it is opened or compacted", (_, updates) => {
  const copy = textCopy([beginning, ...updates]);
  const again = textCopy([copy.missing()]);
  for (const { missing } of [copy, again, textCopy([again.missing()])]) {
    expect(saidOf(b, missing())).toBe(0);
    expect(saidOf(b, missing(Y.encodeStateVector(b.doc)))).toBe(0);
    const reader = new Y.Doc();
    Y.applyUpdate(reader, missing());
    expect(reader.get("root", Y.XmlText).length).toBe(0);
  }
});

it("says of what somebody deleted that it was, also while it waits for what it builds on", () => {
  const c = writer();
  Y.applyUpdate(c.doc, writes);
  const deletes = c.does((line) => line.delete(4, 1));
  for (const order of [
    [beginning, writes, deletes, ends],
    [deletes, writes, beginning, ends],
  ])
    expect(saidOf(b, textCopy([textCopy(order).missing()]).missing())).toBe(1);
});

function endersWhole(): Uint8Array {
  const ender = new Y.Doc();
  for (const update of [beginning, ends, writes]) Y.applyUpdate(ender, update);
  return Y.encodeStateAsUpdate(ender);
}
