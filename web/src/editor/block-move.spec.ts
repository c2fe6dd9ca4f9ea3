// @vitest-environment jsdom

import { $getRoot, KEY_DOWN_COMMAND } from "lexical";
import { describe, expect, it } from "vitest";
import { change, openedEditor, textOf } from "#tests/support/opened-editor";
import { $moveBlock } from "./block-move.ts";

describe("blocks", () => {
  const three = "<p>하나</p><p>둘</p><p>셋</p>";
  it.each([
    [2, 0, "셋 하나 둘"],
    [0, 3, "둘 셋 하나"],
    [1, 1, "하나 둘 셋"],
    [1, 2, "하나 둘 셋"],
    [0, 2, "둘 하나 셋"],
  ])("from place %d to %d", (from, to, order) => {
    const editor = openedEditor(three);
    change(editor, () => $moveBlock($getRoot().getChildAtIndex(from)?.getKey() ?? "", to));
    expect(textOf(editor).split(/\n+/).join(" ")).toBe(order);
  });

  it("move with Alt, Shift and the arrows", () => {
    const editor = openedEditor(three);
    const press = (key: string) =>
      editor.dispatchCommand(
        KEY_DOWN_COMMAND,
        new KeyboardEvent("keydown", { key, altKey: true, shiftKey: true }),
      );
    press("ArrowUp");
    change(editor, () => {});
    expect(textOf(editor).split(/\n+/)).toEqual(["하나", "셋", "둘"]);
    press("ArrowDown");
    press("ArrowDown");
    change(editor, () => {});
    expect(textOf(editor).split(/\n+/)).toEqual(["하나", "둘", "셋"]);
  });
});
