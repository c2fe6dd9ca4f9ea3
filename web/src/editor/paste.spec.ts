// @vitest-environment jsdom

import { type LexicalEditor, PASTE_COMMAND } from "lexical";
import { describe, expect, it } from "vitest";
import { clipboardEvent, htmlOf, openedEditor, textOf } from "#tests/opened-editor";

const paste = (editor: LexicalEditor, given: Readonly<Record<string, string>>) =>
  editor.update(() => void editor.dispatchCommand(PASTE_COMMAND, clipboardEvent(given).event), {
    discrete: true,
  });

describe("pasting", () => {
  it("a part of another body with code in it keeps its paragraphs", () => {
    const editor = openedEditor("<p></p>");
    paste(editor, {
      "text/plain": "글\n\ndef f(x):\n    return x",
      "text/html": "<p>글</p><pre>def f(x):<br>    return x</pre>",
    });
    expect(htmlOf(editor)).toContain("글</span></p><pre");
  });

  it("from a code editor is code, whatever its colours", () => {
    const editor = openedEditor("<p></p>");
    paste(editor, {
      "text/plain": "def f(x):\n    return x",
      "text/html": `<div style="font-family: Consolas, monospace"><span style="color:red">def f(x):</span><br>return x</div>`,
    });
    expect(htmlOf(editor)).toContain('data-highlight-language="python"');
  });

  it("of HTML leaves out what goes with its content, and takes lines apart", () => {
    const editor = openedEditor("<p></p>");
    paste(editor, {
      "text/plain": "하나 둘",
      "text/html": "<div>하나</div><form>비밀</form><svg><text>그림</text></svg><div>둘</div>",
    });
    expect(textOf(editor).split(/\n+/)).toEqual(["하나", "둘"]);
  });

  it("in code stays text", () => {
    const editor = openedEditor('<pre class="codeblock">a</pre>');
    paste(editor, { "text/plain": "https://note.example", "text/html": "<b>x</b>" });
    expect(textOf(editor)).toBe("ahttps://note.example");
    expect(htmlOf(editor)).not.toMatch(/<a |<b>/);
  });
});
