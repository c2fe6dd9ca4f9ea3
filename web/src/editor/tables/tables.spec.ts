// @vitest-environment jsdom
import { $insertTableColumnAtSelection, $insertTableRowAtSelection } from "@lexical/table";
import {
  $getSelection,
  $isRangeSelection,
  KEY_TAB_COMMAND,
  type LexicalEditor,
  PASTE_COMMAND,
} from "lexical";
import { describe, expect, it, vi } from "vitest";
import { sanitiseBody } from "#services/platform/html/html";
import { change, clipboardEvent, htmlOf, openedEditor } from "#tests/support/opened-editor";
import { $changeTable, $insertTable } from "./table-edit.ts";

// A large sheet takes long in jsdom.
vi.setConfig({ testTimeout: 60_000 });

const stored = (html: string) => sanitiseBody(html, { uploaded: false, origin: "https://study.test" }).html;
const page = (editor: LexicalEditor) => new DOMParser().parseFromString(htmlOf(editor), "text/html");
const sizeOf = (editor: LexicalEditor) => {
  const rows = [...(page(editor).querySelector("table")?.rows ?? [])];
  return [rows.length, ...new Set(rows.map(({ cells }) => cells.length))];
};
const textsOf = (editor: LexicalEditor) =>
  [...page(editor).querySelectorAll("th, td")].map(({ textContent }) => textContent);
const write = (editor: LexicalEditor, text: string) =>
  change(editor, () => {
    const selection = $getSelection();
    if ($isRangeSelection(selection)) selection.insertText(text);
  });
const paste = (editor: LexicalEditor, html: string, text = "x") => {
  const { event } = clipboardEvent({ "text/html": html, "text/plain": text });
  change(editor, () => void editor.dispatchCommand(PASTE_COMMAND, event));
};
const tab = (editor: LexicalEditor, shiftKey = false) =>
  change(
    editor,
    () =>
      void editor.dispatchCommand(KEY_TAB_COMMAND, new KeyboardEvent("keydown", { key: "Tab", shiftKey })),
  );
const sheet = (rows: number, columns: number) =>
  `<meta charset="utf-8"><style>td {color: red}</style><table border="1"><colgroup><col width="100"/></colgroup><tbody>${Array.from(
    { length: rows },
    (_, row) =>
      `<tr style="height:21px">${Array.from({ length: columns }, (_, column) => `<td style="border:1px solid #ccc" data-sheets-value="x">${row}.${column}</td>`).join("")}</tr>`,
  ).join("")}</tbody></table>`;

describe("a table", () => {
  it("is inserted with a head row and the cursor in its first cell; Tab moves on, back and into new rows", () => {
    const editor = openedEditor("<p>앞</p>");
    change(editor, () => $insertTable(2, 2));
    write(editor, "N");
    tab(editor);
    write(editor, "시간");
    tab(editor);
    tab(editor);
    tab(editor);
    write(editor, "새 줄");
    tab(editor, true);
    write(editor, "끝");
    expect(sizeOf(editor)).toEqual([3, 2]);
    expect(textsOf(editor)).toEqual(["N", "시간", "", "끝", "새 줄", ""]);
    expect(page(editor).querySelectorAll("tr:first-child > th, tr:not(:first-child) > td")).toHaveLength(6);
    expect(stored(htmlOf(editor))).toBe(htmlOf(editor));
  });

  it("grows and shrinks within its limits", () => {
    const editor = openedEditor("");
    change(editor, () => $insertTable(10, 30));
    change(editor, () => $changeTable("add-row"));
    change(editor, () => $changeTable("add-column"));
    expect(sizeOf(editor)).toEqual([30, 10]);
    change(editor, () => $changeTable("delete-row"));
    change(editor, () => $changeTable("delete-column"));
    expect(sizeOf(editor)).toEqual([29, 9]);
    // The head row was removed: the next one replaces it.
    expect(page(editor).querySelectorAll("tr:first-child > th")).toHaveLength(9);
    change(editor, () => $changeTable("delete"));
    expect(page(editor).querySelector("table")).toBeNull();
  });

  it("pasted from a sheet is cut to 10 × 30, with one message", () => {
    const onCut = vi.fn();
    const editor = openedEditor("", onCut);
    paste(editor, sheet(32, 12));
    expect(sizeOf(editor)).toEqual([30, 10]);
    expect(textsOf(editor).slice(0, 11)).toEqual([..."0123456789"].map((n) => `0.${n}`).concat("1.0"));
    expect(onCut).toHaveBeenCalledTimes(1);
    expect(stored(htmlOf(editor))).toBe(htmlOf(editor));
  });

  it("that fits is pasted completely; a single column becomes lines", () => {
    const onCut = vi.fn();
    const editor = openedEditor("", onCut);
    paste(editor, sheet(10, 10));
    expect(sizeOf(editor)).toEqual([10, 10]);
    const other = openedEditor("");
    paste(other, sheet(2, 1));
    expect(htmlOf(other)).not.toContain("<table");
    expect([...page(other).querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([
      "0.0",
      "1.0",
    ]);
    expect(onCut).not.toHaveBeenCalled();
  });

  it("that grows beyond its limits in any other way is cut, with a message", () => {
    const onCut = vi.fn();
    const editor = openedEditor("", onCut);
    change(editor, () => $insertTable(10, 30));
    change(editor, () => void $insertTableRowAtSelection(true));
    change(editor, () => void $insertTableColumnAtSelection(true));
    expect(sizeOf(editor)).toEqual([30, 10]);
    expect(onCut).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["merged cells", '<table><tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td></tr></table>'],
    [
      "lists, code and headings in cells",
      "<table><tr><td><ul><li>a<li>b</ul></td><td><pre>c\nd</pre><h2>e</h2></td></tr></table>",
    ],
    [
      "a table in a table",
      "<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>",
    ],
    [
      "a head and a foot",
      "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody><tfoot><tr><td>e</td></tr></tfoot></table>",
    ],
    ["a table in a list", "<ul><li>a<table><tr><td>b</td><td>c</td></tr></table></li></ul>"],
    ["a table without rows", "<table></table>"],
    ["text beside the cells", "<table>a<tr>b<td>c</td><td>d</td></tr></table>"],
  ])("of another form becomes plain: %s", (_, html) => {
    const letters = (of: string) =>
      [...(new DOMParser().parseFromString(of, "text/html").body.textContent ?? "")]
        .filter((one) => /[a-z]/.test(one))
        .sort()
        .join("");
    const editor = openedEditor("");
    paste(editor, html);
    const written = htmlOf(editor);
    expect(letters(written)).toBe(letters(html));
    expect(stored(written)).toBe(written);
    const again = openedEditor(written);
    expect(htmlOf(again)).toBe(written);
    const cells = page(editor).querySelectorAll(":is(th, td) > *");
    expect([...cells].every(({ localName }) => localName === "p")).toBe(true);
  });
});
