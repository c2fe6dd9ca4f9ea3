// @vitest-environment jsdom
import { $createParagraphNode, $getRoot, type ElementNode, INSERT_PARAGRAPH_COMMAND } from "lexical";
import { expect, it, vi } from "vitest";
import { getState } from "yjs";
import { meet, seedWith, type Writer, writer } from "#tests/support/shared-writers";
import { watchLostBlocks } from "./lost-block.ts";

const start = seedWith("<p>가나</p><p>다라</p>");
const change = ({ editor }: Writer, $fn: () => void) => editor.update($fn, { discrete: true });
const $block = (at: number) => $getRoot().getChildAtIndex(at) as ElementNode;
const type = (one: Writer, at: number, text: string) =>
  change(one, () => void $block(at).selectEnd().insertText(text));

const joins = (one: Writer) =>
  change(one, () => {
    $block(0).append(...$block(1).getChildren());
    $block(1).remove();
  });

function two(storedClock?: (one: Writer) => number) {
  const one = writer(start);
  const other = writer(start);
  const onLost = vi.fn();
  watchLostBlocks(one.doc, () => storedClock?.(one) ?? 0, onLost);
  return { one, other, onLost };
}

it.each<[string, (other: Writer) => void]>([
  ["deletes", (other) => change(other, () => $block(1).remove())],
  ["joins", joins],
  ["replaces", (other) => change(other, () => void $block(1).replace($createParagraphNode()))],
])("offers what was typed in a block that another %s meanwhile", async (_, act) => {
  const { one, other, onLost } = two();
  type(one, 1, "마");
  type(one, 1, "바");
  act(other);
  await meet(one, other);
  expect(onLost).toHaveBeenCalledExactlyOnceWith("마바");
});

it.each<[string, (other: Writer) => void]>([
  ["another writes in the block", (other) => type(other, 1, "사")],
  ["another deletes its former text", (other) => change(other, () => void $block(1).clear())],
  ["another deletes another block", (other) => change(other, () => $block(0).remove())],
  [
    "the block is split",
    (other) => {
      change(other, () => void $block(0).selectEnd());
      other.editor.dispatchCommand(INSERT_PARAGRAPH_COMMAND, undefined);
    },
  ],
])("offers nothing when %s", async (_, act) => {
  const { one, other, onLost } = two();
  type(one, 1, "마");
  act(other);
  await meet(one, other);
  expect(onLost).not.toHaveBeenCalled();
});

it("offers no text that the server has stored, and of a partly stored text only the rest", async () => {
  let stored = Number.POSITIVE_INFINITY;
  const { one, other, onLost } = two((me) => Math.min(stored, getState(me.doc.store, me.doc.clientID)));
  type(one, 1, "마");
  stored = getState(one.doc.store, one.doc.clientID);
  type(one, 1, "바");
  joins(other);
  await meet(one, other);
  expect(onLost).toHaveBeenCalledExactlyOnceWith("바");
});
