// @vitest-environment jsdom

import { $getSelection, REDO_COMMAND, UNDO_COMMAND } from "lexical";
import { expect, it, vi } from "vitest";
import { change, openedEditor, textOf } from "#tests/support/opened-editor";

// Lexical captures the clock when it is loaded.
const clock = vi.hoisted(() => {
  const moving = { now: 0 };
  Date.now = () => moving.now;
  return moving;
});

it("undoes text typed within a second together, and later text separately", () => {
  const editor = openedEditor("");
  const type = (letter: string, afterMs: number) => {
    clock.now += afterMs;
    change(editor, () => $getSelection()?.insertText(letter));
  };
  const text = () => textOf(editor);
  type("가", 2000);
  type("나", 999);
  type("다", 1001);
  expect(text()).toBe("가나다");
  editor.dispatchCommand(UNDO_COMMAND, undefined);
  expect(text()).toBe("가나");
  editor.dispatchCommand(UNDO_COMMAND, undefined);
  expect(text()).toBe("");
  editor.dispatchCommand(REDO_COMMAND, undefined);
  expect(text()).toBe("가나");
});
