// @vitest-environment jsdom

import { type LexicalEditor, PASTE_COMMAND } from "lexical";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clipboardEvent, htmlOf, openedEditor, textOf } from "#tests/support/opened-editor";
import { $images } from "./pictures/image-node.tsx";

const paste = (editor: LexicalEditor, given: Readonly<Record<string, string>>) =>
  editor.update(() => void editor.dispatchCommand(PASTE_COMMAND, clipboardEvent(given).event), {
    discrete: true,
  });

// Lexical checks the class of the event, which jsdom does not define.
beforeEach(() => {
  for (const kind of ["ClipboardEvent", "DragEvent"]) vi.stubGlobal(kind, class extends Event {});
  return () => vi.unstubAllGlobals();
});

describe("pasting", () => {
  it("keeps the paragraphs of a part of another body with code in it", () => {
    const editor = openedEditor("<p></p>");
    paste(editor, {
      "text/plain": "글\n\ndef f(x):\n    return x",
      "text/html": "<p>글</p><pre>def f(x):<br>    return x</pre>",
    });
    expect(htmlOf(editor)).toContain("글</span></p><pre");
  });

  it("turns text from a code editor into code, whatever its colours", () => {
    const editor = openedEditor("<p></p>");
    paste(editor, {
      "text/plain": "def f(x):\n    return x",
      "text/html": `<div style="font-family: Consolas, monospace"><span style="color:red">def f(x):</span><br>return x</div>`,
    });
    expect(htmlOf(editor)).toContain('data-highlight-language="python"');
  });

  it.each([
    ["pre", (line: string) => `<pre>${line}</pre>`],
    ["div", (line: string) => `<div style="font-family: monospace">${line}</div>`],
  ])("makes one block of code of twenty %s side by side", (_, block) => {
    const editor = openedEditor("<p></p>");
    const lines = ["def f(x):", ...Array.from({ length: 19 }, (_, n) => `    x += ${n};`)];
    paste(editor, { "text/plain": lines.join("\n"), "text/html": lines.map(block).join("") });
    expect(textOf(editor)).toBe(lines.join("\n"));
    expect(htmlOf(editor).match(/<pre/g)).toHaveLength(1);
  });

  it("turns Markdown with fences into headings, lists and code", () => {
    const editor = openedEditor("<p></p>");
    paste(editor, { "text/plain": "# 풀이\n\n* 하나\n\n```java\nint x = 1;\n```\n끝" });
    expect(htmlOf(editor)).toMatch(/<h1>.*풀이.*<\/h1>.*<li.*하나.*<pre.*java.*int.*<\/pre>.*끝/s);
    expect(htmlOf(editor)).not.toContain("```");
  });

  it.each([
    ["~~~python\n# comment\nx = 1\n~~~", "python", "# comment\nx = 1"],
    ["```c++\nint x;\n```", "cpp", "int x;"],
    ["```C#\nint x;\n```", "csharp", "int x;"],
    ["~~~ c++\nint x;\n~~~", "cpp", "int x;"],
    ["```f#\nlet x = 1\n```", "f#", "let x = 1"],
  ])("keeps fence and language of %j", (text, language, code) => {
    const editor = openedEditor("<p></p>");
    paste(editor, { "text/plain": text });
    expect(textOf(editor)).toBe(code);
    expect(htmlOf(editor)).toContain(`data-highlight-language="${language}"`);
    expect(htmlOf(editor)).not.toContain("<h1>");
  });

  it("leaves lines of prose with tildes as they are", () => {
    const editor = openedEditor("<p></p>");
    paste(editor, { "text/plain": "앞\n~~~ 중략 ~~~\n```java\nint x;\n```\n뒤\n~~~\n끝" });
    expect(htmlOf(editor).match(/<pre/g)).toHaveLength(1);
    expect(textOf(editor)).toMatch(/중략[\s\S]*뒤\n+~~~\n+끝/);
  });

  const monospace = (line: string) => `<div style="font-family: monospace">${line}</div>`;
  it.each([
    ["int a;\n  int b;", (line: string) => monospace(line), (lines: string) => `<div>${lines}</div>`],
    ["a\nb", (line: string) => `<pre>${line}</pre>`, (lines: string) => `<div>${lines}</div>`],
    ["a\nb", (line: string) => `<div><pre>${line}</pre></div>`, (lines: string) => lines],
    ["import sys\nn = 3\nprint(n)", monospace, (lines: string) => lines],
    ["a = 1\nb = 2\nc = a + b", (line: string) => `<div>${line}</div>`, monospace],
  ])("makes one block of code of %j, whatever is around its lines", (text, block, around) => {
    const editor = openedEditor("<p></p>");
    paste(editor, { "text/plain": text, "text/html": around(text.split("\n").map(block).join("")) });
    expect(textOf(editor)).toBe(text);
    expect(htmlOf(editor).match(/<pre/g)).toHaveLength(1);
  });

  it.each([
    ["lines side by side", ["오늘은 누적합을 풀었어요.", "내일은 구간 합이에요."].map(monospace).join("")],
    [
      "lines inside of another block",
      monospace("<div>오늘은 누적합을 풀었어요.</div><div>내일은 구간 합이에요.</div>"),
    ],
  ])("leaves prose in a monospaced font as paragraphs: %s", (_, html) => {
    const editor = openedEditor("<p></p>");
    paste(editor, { "text/plain": "오늘은 누적합을 풀었어요.\n내일은 구간 합이에요.", "text/html": html });
    expect(htmlOf(editor)).not.toContain("<pre");
    expect(textOf(editor).split(/\n+/)).toEqual(["오늘은 누적합을 풀었어요.", "내일은 구간 합이에요."]);
  });

  it("makes one block of code of lines in a monospaced font among paragraphs", () => {
    const editor = openedEditor("<p></p>");
    const lines = ["def f(x):", "    return x", "print(f(1))"];
    const html = `<p>앞</p>${lines.map(monospace).join("")}<p>뒤</p>`;
    paste(editor, { "text/plain": ["앞", ...lines, "뒤"].join("\n"), "text/html": html });
    expect(htmlOf(editor).match(/<pre/g)).toHaveLength(1);
    expect(htmlOf(editor)).toContain('data-highlight-language="python"');
    expect(textOf(editor)).toContain(lines.join("\n"));
  });

  it("keeps the text between two blocks of code", () => {
    const editor = openedEditor("<p></p>");
    paste(editor, { "text/plain": "글\na\nb", "text/html": "글<pre>a</pre><pre>b</pre>" });
    expect(htmlOf(editor)).toMatch(/<p[ >].*글/);
  });

  it("has the language of the code before it if its own is in doubt", () => {
    const editor = openedEditor('<pre data-highlight-language="cpp">x</pre><p></p>');
    paste(editor, { "text/plain": "x = 1;\n  y = 2;" });
    expect(htmlOf(editor).match(/data-highlight-language="cpp"/g)).toHaveLength(2);
  });

  it("has spaces instead of single no-break spaces, outside of code", () => {
    const editor = openedEditor("<p></p>");
    const html =
      "<p><b>굵은</b>\u00a0글\u00a0<i>기운</i>\u00a0<b>또</b> <code>a\u00a0b</code> 둘\u00a0\u00a0칸</p>";
    paste(editor, { "text/plain": "굵은 글", "text/html": html });
    expect(textOf(editor)).toBe("굵은 글 기운 또 a\u00a0b 둘\u00a0\u00a0칸");
  });

  it("removes disallowed elements of HTML with their content, and splits lines", () => {
    const editor = openedEditor("<p></p>");
    paste(editor, {
      "text/plain": "하나 둘",
      "text/html": "<div>하나</div><form>비밀</form><svg><text>그림</text></svg><div>둘</div>",
    });
    expect(textOf(editor).split(/\n+/)).toEqual(["하나", "둘"]);
  });

  it("inserts plain text in code", () => {
    const editor = openedEditor('<pre class="codeblock">a</pre>');
    paste(editor, { "text/plain": "https://note.example", "text/html": "<b>x</b>" });
    expect(textOf(editor)).toBe("ahttps://note.example");
    expect(htmlOf(editor)).not.toMatch(/<a |<b>/);
  });
});

describe("pasting what an editor of this kind has copied", () => {
  const textNode = { type: "text", version: 1, detail: 0, format: 0, mode: "normal", style: "" };
  const block = { version: 1, direction: null, format: "", indent: 0 };
  const text = (text: string, rest: object = {}) => ({ ...textNode, text, ...rest });
  const image = (rest: object) => ({ type: "image", version: 1, altText: "", width: 0, height: 0, ...rest });
  const link = (url: unknown, rest: object = {}) => ({
    ...block,
    type: "link",
    url,
    rel: null,
    target: null,
    title: null,
    children: [text("여기")],
    ...rest,
  });
  const pasteNodes = (...children: object[]) => {
    const editor = openedEditor("<p></p>");
    const nodes = [{ ...block, type: "paragraph", textFormat: 0, textStyle: "", children }];
    paste(editor, {
      "text/plain": "여기",
      "application/x-lexical-editor": JSON.stringify({ namespace: "algomoim", nodes }),
    });
    return editor;
  };
  const sourcesOf = (editor: LexicalEditor) => editor.read(() => $images().map((one) => one.getSrc()));

  it.each([
    "https://spy.example/pixel.gif",
    "//spy.example/pixel.gif",
    "data:image/svg+xml,<svg/>",
    "javascript:alert(1)",
    "/images/../api/v1/logout",
    "/api/v1/teams/1",
    "blob:https://other.example/1",
    "?",
    5,
    null,
  ])("takes no picture from %s", (src) => {
    const editor = pasteNodes(text("앞 "), image({ src }), text("뒤"));
    expect(sourcesOf(editor)).toEqual([]);
    expect(textOf(editor)).toBe("앞 뒤");
  });

  it("accepts a stored picture, with numeric sizes", () => {
    const src = "/images/7c/7cf1.jpg";
    const editor = pasteNodes(image({ src, altText: { evil: 1 }, width: "9e9", maxWidth: "100vw" }));
    expect(sourcesOf(editor)).toEqual([src]);
    expect(htmlOf(editor)).toContain(`<img src="${src}" alt="">`);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "/logout", "https://a b.example", 5])(
    "keeps only the text of a link to %s",
    (url) => {
      const editor = pasteNodes(link(url));
      expect(textOf(editor)).toBe("여기");
      expect(htmlOf(editor)).not.toContain("<a ");
    },
  );

  it("accepts a link that opens a new tab, without access to this one", () => {
    const editor = pasteNodes(link("https://note.example/", { target: "_top", rel: "opener" }));
    expect(htmlOf(editor)).toMatch(
      /<a href="https:\/\/note\.example\/" target="_blank" rel="noopener noreferrer"/,
    );
  });

  it("drops styles that a body may not have", () => {
    const editor = pasteNodes(
      text("여기", { style: "background: url(https://spy.example/p); color: #3C42E0" }),
    );
    expect(htmlOf(editor)).not.toContain("spy");
    expect(htmlOf(editor)).toContain("color: rgb(60, 66, 224)");
  });
});
