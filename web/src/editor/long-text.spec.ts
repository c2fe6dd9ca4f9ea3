// @vitest-environment jsdom
import { $getRoot, $getSelection, $isRangeSelection, $isTextNode, type LexicalEditor } from "lexical";
import { describe, expect, it } from "vitest";
import { change, htmlOf, openedEditor, textOf } from "#tests/support/opened-editor";
import { cutsOf } from "./long-text.ts";

const sentence = "다이나믹 프로그래밍은 작은 문제의 답을 모아 큰 문제를 푸는 방법이에요. ";
const long = sentence.repeat(300);
const body = (text: string) => `<p><span style="white-space: pre-wrap;">${text}</span></p>`;

const chunks = (editor: LexicalEditor) =>
  editor.read(() =>
    $getRoot()
      .getAllTextNodes()
      .map((node) => node.getTextContentSize()),
  );
const insert = (editor: LexicalEditor, text: string) =>
  change(editor, () => {
    const selection = $getSelection();
    if ($isRangeSelection(selection)) selection.insertText(text);
  });

describe("a long line", () => {
  it("is split into chunks of which none is long, and stored as it was", () => {
    const editor = openedEditor(body(long));
    expect(Math.max(...chunks(editor))).toBeLessThanOrEqual(2000);
    expect(textOf(editor) === long).toBe(true);
    expect(htmlOf(editor) === body(long)).toBe(true);
  });

  it("that is pasted comes whole, with the caret behind it, and goes on being cut while it is written on", () => {
    const editor = openedEditor(body("앞"));
    change(editor, () => void $getRoot().selectEnd());
    insert(editor, long);
    insert(editor, "끝");
    expect(textOf(editor) === `앞${long}끝`).toBe(true);
    for (let times = 0; times < 5; times += 1) insert(editor, "가".repeat(900));
    expect(Math.max(...chunks(editor))).toBeLessThanOrEqual(2000);
    expect(htmlOf(editor) === body(`앞${long}끝${"가".repeat(4500)}`)).toBe(true);
  });

  it("keeps its formats, and other texts beside it stay apart", () => {
    const html = `<p><b><strong class="editor-text-bold" style="white-space: pre-wrap;">${long}</strong></b><span style="white-space: pre-wrap;">뒤</span></p>`;
    const editor = openedEditor(html);
    expect(chunks(editor).length).toBeGreaterThan(5);
    // Of a difference only that there is one: printing 12,000 characters helps no reader.
    expect(htmlOf(editor) === html).toBe(true);
  });

  it("with tabs is stored as it was", () => {
    const span = (text: string) => `<span style="white-space: pre-wrap;">${text}</span>`;
    for (const texts of [
      ["a", "\t", "b"],
      ["\t", "\t", "b"],
    ]) {
      const html = `<p>${texts.map(span).join("")}</p>`;
      expect(htmlOf(openedEditor(html))).toBe(html);
    }
  });

  it("leaves nothing of a chunk whose text is deleted", () => {
    const editor = openedEditor(body(long));
    const count = chunks(editor).length;
    change(editor, () => {
      const node = $getRoot().getAllTextNodes()[1];
      if ($isTextNode(node)) node.setTextContent("");
    });
    expect(chunks(editor)).toHaveLength(count - 1);
    expect(chunks(editor)).not.toContain(0);
  });

  it("of code and a short one stay whole", () => {
    expect(chunks(openedEditor(body(sentence)))).toEqual([sentence.length]);
    const code = openedEditor(`<pre class="codeblock">${"a".repeat(3000)}</pre>`);
    expect(chunks(code)).toEqual([3000]);
  });
});

describe("the places of the cuts", () => {
  const partsOf = (text: string) => {
    const cuts = [0, ...cutsOf(text), text.length];
    return cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
  };

  it("are after a space where there is one", () => {
    for (const part of partsOf(long).slice(0, -1)) expect(part).toMatch(/ $/);
  });

  it("never lie within a syllable", () => {
    const family = "👨‍👩‍👧‍👦";
    const text = `가${family.repeat(900)}`;
    for (const part of partsOf(text)) expect(part.replaceAll(family, "").replace("가", "")).toBe("");
  });
});
