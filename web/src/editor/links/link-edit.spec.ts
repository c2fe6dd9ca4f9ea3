// @vitest-environment jsdom

import { describe, expect, it } from "vitest";
import { change, htmlOf, openedEditor, textOf } from "#tests/support/opened-editor";
import { $giveUpAddress, $linkAtSelection, $setAddress, $wrapInLink } from "./link-edit.ts";

describe("a link without an address yet", () => {
  it("wraps the word at the cursor, is not a link in the body, and is removed when given up", () => {
    const editor = openedEditor("<p>정리 노트</p>");
    const before = htmlOf(editor);
    let key: string | null = null;
    change(editor, () => {
      key = $wrapInLink();
    });
    expect(editor.read(() => $linkAtSelection()?.getTextContent())).toBe("노트");
    expect(htmlOf(editor)).not.toContain("<a");
    change(editor, () => $giveUpAddress(key ?? ""));
    expect(htmlOf(editor)).toBe(before);
  });

  it("shows its address if there was no text, and is removed completely when given up", () => {
    for (const address of ["https://note.example", null]) {
      const editor = openedEditor("<p></p>");
      change(editor, () => {
        const key = $wrapInLink() ?? "";
        if (address) $setAddress(key, address);
        else $giveUpAddress(key);
      });
      expect(textOf(editor)).toBe(address ?? "");
    }
  });

  it("keeps its former address when given up later", () => {
    const editor = openedEditor('<p><a href="https://note.example">노트</a></p>');
    const before = htmlOf(editor);
    change(editor, () => $giveUpAddress($linkAtSelection()?.getKey() ?? ""));
    expect(htmlOf(editor)).toBe(before);
    change(editor, () => $setAddress($linkAtSelection()?.getKey() ?? "", "mailto:a@b.example"));
    expect(htmlOf(editor)).toContain(
      '<a href="mailto:a@b.example" target="_blank" rel="noopener noreferrer"',
    );
  });

  it("is not created in code", () => {
    const editor = openedEditor('<pre class="codeblock">x = 1</pre>');
    const before = htmlOf(editor);
    change(editor, () => expect($wrapInLink()).toBeNull());
    expect(htmlOf(editor)).toBe(before);
  });
});
