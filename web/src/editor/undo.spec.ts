// @vitest-environment jsdom

import { buildEditorFromExtensions } from "@lexical/extension";
import { $getRoot, $getSelection, REDO_COMMAND, UNDO_COMMAND } from "lexical";
import { expect, it, vi } from "vitest";
import { editorExtension } from "./extension.ts";
import { pictures } from "./pictures/pictures.ts";

// Lexical takes hold of the clock when it is loaded.
const clock = vi.hoisted(() => {
  const moving = { now: 0 };
  Date.now = () => moving.now;
  return moving;
});

it("takes back together what was typed within a second, and apart what came later", () => {
  const setup = { html: "", imageUrl: null, editable: true, files: pictures(async (file) => file) };
  const nothing = () => {};
  const editor = buildEditorFromExtensions(
    editorExtension({ ...setup, onSecondImage: nothing, onImageFailed: nothing }),
  );
  editor.update(() => void $getRoot().selectEnd(), { discrete: true });
  const type = (letter: string, afterMs: number) => {
    clock.now += afterMs;
    editor.update(() => $getSelection()?.insertText(letter), { discrete: true });
  };
  const text = () => editor.read(() => $getRoot().getTextContent());
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
