// @vitest-environment jsdom
import { $getRoot, $getSelection, $isRangeSelection } from "lexical";
import { expect, it } from "vitest";
import { change, openedEditor } from "#tests/support/opened-editor";
import { $caret, $placeCaret, type Caret } from "./caret-place.ts";

const body =
  '<p>하나 <strong>둘</strong> 셋<br>다음 줄</p><ul><li>항목</li><li>또 <a href="https://a.example/">여기</a></li></ul>';

/** The text of another editor once somebody has typed where the caret was put. */
function typedAt(caret: Caret, html = body): string {
  const editor = openedEditor(html);
  change(editor, () => {
    $placeCaret(caret);
    const selection = $getSelection();
    if ($isRangeSelection(selection)) selection.insertText("|");
  });
  return editor.read(() => $getRoot().getTextContent().replace(/\n+/g, "/"));
}

it("goes back to every place of a text", () => {
  const editor = openedEditor(body);
  const texts = editor.read(() =>
    $getRoot()
      .getAllTextNodes()
      .map((node) => node.getKey()),
  );
  const places: string[] = [];
  for (const key of texts) {
    change(editor, () => {
      const node = $getRoot()
        .getAllTextNodes()
        .find((one) => one.getKey() === key);
      node?.select(1, 1);
    });
    const caret = editor.read($caret);
    if (caret) places.push(typedAt(caret));
  }
  expect(places).toEqual([
    "하|나 둘 셋/다음 줄/항목/또 여기",
    "하나 둘| 셋/다음 줄/항목/또 여기",
    "하나 둘 |셋/다음 줄/항목/또 여기",
    "하나 둘 셋/다|음 줄/항목/또 여기",
    "하나 둘 셋/다음 줄/항|목/또 여기",
    "하나 둘 셋/다음 줄/항목/또| 여기",
    "하나 둘 셋/다음 줄/항목/또 여|기",
  ]);
});

it("finds an empty line", () => {
  const editor = openedEditor("<p>하나</p><p></p>");
  const caret = editor.read($caret);
  expect(caret).toEqual({ path: [1], offset: 0 });
  expect(typedAt({ path: [1], offset: 0 }, "<p>하나</p><p></p><p>셋</p>")).toBe("하나/|/셋");
});

it("comes as near as a shorter text allows", () => {
  expect(typedAt({ path: [4], offset: 9 }, "<p>하나</p><p>둘</p>")).toBe("하나/둘|");
  expect(typedAt({ path: [1, 1], offset: 3 }, "<p>하나</p>")).toBe("하나|");
});
