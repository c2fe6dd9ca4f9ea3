// @vitest-environment jsdom
import { $isCodeHighlightNode } from "@lexical/code";
import { $getRoot } from "lexical";
import { describe, expect, it } from "vitest";
import { openedEditor, textOf } from "#tests/support/opened-editor";

const opened = (code: string) =>
  openedEditor(`<pre class="codeblock" data-highlight-language="java">${code}</pre>`);

describe("code", () => {
  it.each([
    ["of 2,000 lines is coloured", "if;\n".repeat(2000).trimEnd(), true],
    ["of more lines is not", "if;\n".repeat(2001).trimEnd(), false],
    ["of 40,000 characters is coloured", "1 ".repeat(20_000), true],
    ["of more characters is not", `${"1 ".repeat(20_000)}1`, false],
  ])("%s, and stays as it is", (_, code, isColoured) => {
    const editor = opened(code);
    const isMarked = editor.read(() =>
      $getRoot()
        .getAllTextNodes()
        .some((node) => $isCodeHighlightNode(node) && node.getHighlightType()),
    );
    expect(isMarked).toBe(isColoured);
    expect(textOf(editor)).toBe(code);
  });
});
