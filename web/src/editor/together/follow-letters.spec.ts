// @vitest-environment jsdom
import { INSERT_UNORDERED_LIST_COMMAND } from "@lexical/list";
import {
  $createRangeSelection,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  $setSelection,
  type ElementNode,
  INSERT_PARAGRAPH_COMMAND,
} from "lexical";
import { expect, it } from "vitest";
import { beginning, meet, textOf, type Writer, writer } from "#tests/support/shared-writers";
import { followLetters } from "./follow-letters.ts";

const start = beginning("<p>가나</p><p>다라마바</p><p>사아</p>");
const change = ({ editor }: Writer, $fn: () => void) => editor.update($fn, { discrete: true });
const $select = (line: number, from: number, to = from) => {
  const text = ($getRoot().getChildAtIndex(line) as ElementNode).getFirstChildOrThrow();
  const chosen = $createRangeSelection();
  chosen.anchor.set(text.getKey(), from, "text");
  chosen.focus.set(text.getKey(), to, "text");
  $setSelection(chosen);
  return chosen;
};
const lines = (one: Writer) => textOf(one).split(/\n+/);

it.each<[string, number, (a: Writer) => void, string[]]>([
  [
    "splits its line before it",
    3,
    (a) => {
      change(a, () => void $select(1, 1));
      a.editor.dispatchCommand(INSERT_PARAGRAPH_COMMAND, undefined);
      change(a, () => {});
    },
    ["가나", "다", "라마!바", "사아"],
  ],
  [
    "makes a list of its line",
    3,
    (a) => {
      change(a, () => void $select(1, 1));
      a.editor.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND, undefined);
      change(a, () => {});
    },
    ["가나", "다라마!바", "사아"],
  ],
  [
    "formats what stands before it",
    3,
    (a) => change(a, () => $select(1, 0, 1).formatText("bold")),
    ["가나", "다라마!바", "사아"],
  ],
  [
    "joins its line with the one before",
    3,
    (a) =>
      change(a, () => {
        const line = $getRoot().getChildAtIndex(1) as ElementNode;
        (line.getPreviousSibling() as ElementNode).append(...line.getChildren());
        line.remove();
      }),
    ["가나다라마!바", "사아"],
  ],
  [
    "writes the same elsewhere",
    3,
    (a) =>
      change(a, () => {
        $select(2, 2).insertText("다라마바");
        $select(0, 0).insertText("다라마바");
      }),
    ["다라마바가나", "다라마!바", "사아다라마바"],
  ],
  [
    "writes where it stands",
    3,
    (a) => change(a, () => void $select(1, 3).insertText("가나")),
    ["가나", "다라마!가나바", "사아"],
  ],
  [
    "deletes its line",
    3,
    (a) => change(a, () => void $getRoot().getChildAtIndex(1)?.remove()),
    ["가나!", "사아"],
  ],
])("a caret stays with its letters when another %s", async (_, at, act, expected) => {
  const [a, b] = [writer(start), writer(start)];
  followLetters(b.editor);
  change(b, () => void $select(1, at));
  act(a);
  await meet(a, b);
  change(b, () => {
    const chosen = $getSelection();
    if ($isRangeSelection(chosen)) chosen.insertText("!");
  });
  await meet(a, b);
  for (const one of [a, b]) expect(lines(one)).toEqual(expected);
});
