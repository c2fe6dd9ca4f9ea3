// @vitest-environment jsdom

import { $getRoot, COPY_COMMAND } from "lexical";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { change, clipboardEvent, openedEditor } from "#tests/support/opened-editor";

beforeEach(() => void vi.stubGlobal("ClipboardEvent", class extends Event {}));
afterEach(() => void vi.unstubAllGlobals());

describe("copying with nothing selected", () => {
  const copied = (html: string, setCaret: () => void) => {
    const editor = openedEditor(html);
    change(editor, setCaret);
    const { event, data } = clipboardEvent({});
    editor.dispatchCommand(COPY_COMMAND, event);
    return data.get("text/plain");
  };
  const endOf = (words: string) => () => {
    const node = $getRoot()
      .getAllTextNodes()
      .find((text) => text.getTextContent().includes(words));
    node?.selectEnd();
  };

  it.each([
    ["a paragraph", "<p>하나</p><p>둘 <b>굵게</b> 셋</p>", "굵게", "둘 굵게 셋"],
    ["a line of a paragraph", "<p>하나<br>둘<br>셋</p>", "둘", "둘"],
    ["a line of code", '<pre class="codeblock">a = 1<br>b = a + 2<br>c</pre>', "2", "b = a + 2"],
    ["a list item without those below it", "<ul><li>겉<ul><li>속</li></ul></li></ul>", "겉", "겉"],
    ["a line with a link", '<p>앞 <a href="https://note.example">노트</a> 뒤</p>', "노트", "앞 노트 뒤"],
  ])("copies %s", (_, html, at, line) => {
    expect(copied(html, endOf(at))).toBe(line);
  });

  it("does not change the clipboard on an empty line", () => {
    expect(
      copied("<p>글</p><p></p>", () => void $getRoot().getLastDescendant()?.selectEnd()),
    ).toBeUndefined();
  });
});
