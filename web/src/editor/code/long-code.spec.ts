// @vitest-environment jsdom
import { $isCodeHighlightNode, $isCodeNode } from "@lexical/code";
import { $getRoot, type LexicalEditor } from "lexical";
import { describe, expect, it } from "vitest";
import { openedEditor, textOf } from "#tests/support/opened-editor";

const block = (code: string) => `<pre class="codeblock" data-highlight-language="java">${code}</pre>`;
const opened = (code: string) => openedEditor(block(code));

/** Of each block of code, whether it has coloured tokens. */
const colouredBlocks = (editor: LexicalEditor): boolean[] =>
  editor.read(() =>
    $getRoot()
      .getChildren()
      .filter($isCodeNode)
      .map((code) =>
        code.getChildren().some((node) => $isCodeHighlightNode(node) && node.getHighlightType() != null),
      ),
  );

describe("code", () => {
  it.each([
    ["of 2,000 lines is coloured", "if;\n".repeat(2000).trimEnd(), true],
    ["of more lines is not", "if;\n".repeat(2001).trimEnd(), false],
    ["of 40,000 characters is coloured", "1 ".repeat(20_000), true],
    ["of more characters is not", `${"1 ".repeat(20_000)}1`, false],
  ])("%s, and stays as it is", (_, code, isColoured) => {
    const editor = opened(code);
    expect(colouredBlocks(editor)).toEqual([isColoured]);
    expect(textOf(editor)).toBe(code);
  });

  it.each([
    ["lines", "if;\n".repeat(1000).trimEnd()],
    ["characters", "1 ".repeat(10_000)],
  ])("is coloured up to a number of %s in all blocks, of which long ones do not count", (_, code) => {
    const long = "1 ".repeat(20_001);
    const editor = openedEditor([code, long, code, "if;", "if;"].map(block).join("<p>가</p>"));
    expect(colouredBlocks(editor)).toEqual([true, false, true, false, false]);
  });
});
