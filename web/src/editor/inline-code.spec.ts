// @vitest-environment jsdom
import { $getSelection, $isRangeSelection, KEY_DOWN_COMMAND, type LexicalEditor } from "lexical";
import { expect, it } from "vitest";
import { sanitiseBody } from "#services/platform/html/html";
import { change, htmlOf, openedEditor } from "#tests/support/opened-editor";

const stored = (html: string) => sanitiseBody(html, { uploaded: false, origin: "https://study.test" }).html;
const write = (editor: LexicalEditor, text: string) => {
  for (const letter of text)
    change(editor, () => {
      const selection = $getSelection();
      if ($isRangeSelection(selection)) selection.insertText(letter);
    });
};
const codesOf = (html: string) =>
  [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("code")].map((code) => [
    code.className,
    code.textContent,
  ]);
const pressE = (editor: LexicalEditor, keys: KeyboardEventInit) =>
  change(
    editor,
    () => void editor.dispatchCommand(KEY_DOWN_COMMAND, new KeyboardEvent("keydown", { key: "e", ...keys })),
  );

it.each([{ ctrlKey: true }, { metaKey: true }])("is toggled by the shortcut: %j", (keys) => {
  const editor = openedEditor("<p>앞 </p>");
  pressE(editor, keys);
  write(editor, "heapq");
  pressE(editor, keys);
  write(editor, " 뒤");
  const html = htmlOf(editor);
  expect(codesOf(html)).toEqual([["editor-text-code", "heapq"]]);
  expect(stored(html)).toBe(html);
  expect(htmlOf(openedEditor(html))).toBe(html);
});

it("is created between two backticks", () => {
  const editor = openedEditor("<p></p>");
  write(editor, "시간은 `O(N)`이다");
  expect(codesOf(htmlOf(editor))).toEqual([["editor-text-code", "O(N)"]]);
});

it("keeps colour and weight, and leaves its class off inner elements", () => {
  const html =
    '<p dir="ltr"><code class="editor-text-code"><strong class="editor-text-bold" style="color: rgb(60, 66, 224); white-space: pre-wrap;">x</strong></code></p>';
  const written = htmlOf(openedEditor(stored(html)));
  expect(codesOf(written)).toEqual([["editor-text-code", "x"]]);
  expect(written).toContain("rgb(60, 66, 224)");
  expect(written.match(/editor-text-code/g)).toHaveLength(1);
  expect(stored(written)).toBe(written);
});

it("with a line break in it stays inline", () => {
  const written = htmlOf(openedEditor(stored("<p>가 <code>a<br>b</code> 나</p>")));
  expect(codesOf(written)).toEqual([
    ["editor-text-code", "a"],
    ["editor-text-code", "b"],
  ]);
  expect(written).not.toContain("<pre");
});

it("is not created in a code block", () => {
  const editor = openedEditor('<pre class="codeblock">int a;</pre>');
  pressE(editor, { ctrlKey: true });
  write(editor, "b");
  expect(htmlOf(editor)).not.toContain("<code");
});
