// @vitest-environment jsdom

import { $isListItemNode, $isListNode } from "@lexical/list";
import { $getRoot, $isElementNode, INDENT_CONTENT_COMMAND } from "lexical";
import { expect, it } from "vitest";
import { change, htmlOf, openedEditor } from "#tests/support/opened-editor";
import { $listOf } from "./list-item.ts";

it("sets list items in six levels deep and no deeper", () => {
  const editor = openedEditor("<ul><li>글</li></ul>");
  for (let level = 0; level < 9; level += 1) {
    editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined);
    change(editor, () => {});
  }
  expect(htmlOf(editor).match(/<ul>/g)).toHaveLength(6);
});

it("throws for an item outside a list", () => {
  const editor = openedEditor("<ul><li>글</li></ul>");
  change(editor, () => {
    const list = $getRoot().getFirstChild();
    const item = $isElementNode(list) ? list.getFirstChild() : null;
    if (!$isListItemNode(item)) throw new Error("no item");
    expect($isListNode($listOf(item))).toBe(true);
    item.remove(true);
    expect(() => $listOf(item)).toThrow("ListNode 하단에서만 사용해주세요");
  });
});
