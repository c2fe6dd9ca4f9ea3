// @vitest-environment jsdom

import {
  $getRoot,
  $getSelection,
  $isRangeSelection,
  COMPOSITION_END_COMMAND,
  SKIP_SCROLL_INTO_VIEW_TAG,
} from "lexical";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { change, openedEditor } from "#tests/support/opened-editor";

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement("div");
  root.contentEditable = "true";
  document.body.append(root);
});
afterEach(() => {
  root.remove();
  vi.restoreAllMocks();
});

/** An editor with the cursor in 둘, whose browser has moved it into 하나 without a report. */
function moved() {
  const editor = openedEditor("<p>하나</p><p>둘</p>");
  editor.setRootElement(root);
  change(editor, () => void $getRoot().selectEnd());
  const [first] = root.querySelectorAll("p");
  document.getSelection()?.setPosition(first?.querySelector("span")?.firstChild ?? null, 1);
  const line = () =>
    editor.read(() => {
      const selection = $getSelection();
      return $isRangeSelection(selection) ? selection.anchor.getNode().getTextContent() : "";
    });
  return { editor, line };
}

describe("the place at which keys and the clipboard act", () => {
  it.each(["keydown", "copy", "cut", "paste"])("is that of the browser's cursor at a %s", (type) => {
    const { line } = moved();
    expect(line()).toBe("둘");
    // Lexical needs clipboards for more than the selection, which jsdom has not.
    root.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
    root.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
    expect(line()).toBe("하나");
  });

  it("is not moved while a syllable is composed", () => {
    const { line } = moved();
    root.dispatchEvent(new KeyboardEvent("keydown", { key: "Process", isComposing: true, bubbles: true }));
    expect(line()).toBe("둘");
  });

  it("is that of the click that ended a composition, to which the view does not scroll back", () => {
    const { editor, line } = moved();
    const event = new CompositionEvent("compositionend");
    // Some browsers report the end with a later event.
    vi.spyOn(document.defaultView as Window, "event", "get").mockReturnValue(new InputEvent("input"));
    let tags: ReadonlySet<string> = new Set();
    editor.registerUpdateListener((update) => {
      tags = update.tags;
    });
    change(editor, () => void editor.dispatchCommand(COMPOSITION_END_COMMAND, event));
    expect(line()).toBe("하나");
    expect(tags.has(SKIP_SCROLL_INTO_VIEW_TAG)).toBe(true);
  });
});
