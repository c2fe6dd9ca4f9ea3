// @vitest-environment jsdom

import { $createTextNode, $getRoot, $isParagraphNode, $isRangeSelection, FORMAT_TEXT_COMMAND } from "lexical";
import { describe, expect, it } from "vitest";
import { sanitiseAttribute } from "#contracts/html";
import { change, htmlOf, openedEditor } from "#tests/support/opened-editor";
import { $selectionState } from "./selection-state.ts";
import { $setTextStyle, fontColours, fontSizes, fonts } from "./text-style.ts";

describe("fonts, sizes and colours", () => {
  it("are six, ten and five, and all of them pass the allow-list", () => {
    expect([fonts.length, fontSizes.length, fontColours.length]).toEqual([6, 10, 5]);
    for (const [property, choices] of [
      ["font-family", fonts],
      ["font-size", fontSizes],
      ["color", fontColours],
    ] as const) {
      for (const [value] of choices) {
        expect(sanitiseAttribute("span", "style", `${property}: ${value}`, false)).toBe(
          `${property}: ${value};`,
        );
      }
    }
  });

  it("are stored in the body and shown by the toolbar, also after reopening", () => {
    const editor = openedEditor("<p>글</p>");
    expect(editor.read($selectionState)).toMatchObject({ size: "15px", colour: "#000", font: fonts[0]?.[0] });
    change(editor, () => {
      $getRoot().select(0, 1);
      $setTextStyle("font", "Courier New, monospace");
      $setTextStyle("size", "24px");
      $setTextStyle("colour", "#3C42E0");
    });
    expect(htmlOf(editor)).toBe(
      '<p><span style="font-family: Courier New, monospace; font-size: 24px; color: rgb(60, 66, 224); white-space: pre-wrap;">글</span></p>',
    );
    const again = openedEditor(htmlOf(editor));
    change(again, () => void $getRoot().select(0, 1));
    expect(again.read($selectionState)).toMatchObject({
      font: "Courier New, monospace",
      size: "24px",
      colour: "#3C42E0",
    });
  });

  it("never add a style that bodies do not know", () => {
    const editor = openedEditor("<p></p>");
    change(editor, () => {
      const text = $createTextNode("글").setStyle("background: url(x); color: #EF2528; position: fixed");
      const paragraph = $getRoot().getFirstChild();
      if ($isParagraphNode(paragraph)) paragraph.append(text);
    });
    expect(htmlOf(editor)).toContain('style="color: rgb(239, 37, 40); white-space: pre-wrap;"');
  });
});

it("are empty for a selection with several sizes", () => {
  const editor = openedEditor(
    '<p><span style="font-size: 14px">작게</span><span style="font-size: 30px">크게</span></p>',
  );
  change(editor, () => {
    const selection = $getRoot().select(0, 1);
    if ($isRangeSelection(selection)) expect($selectionState().size).toBe("");
  });
});

it.each(["superscript", "subscript"] as const)("stores and restores %s", (format) => {
  const editor = openedEditor("<p>글</p>");
  change(editor, () => void $getRoot().select(0, 1));
  editor.dispatchCommand(FORMAT_TEXT_COMMAND, format);
  change(editor, () => {});
  expect(htmlOf(editor)).toContain(`editor-text-${format}`);
  expect(htmlOf(openedEditor(htmlOf(editor)))).toBe(htmlOf(editor));
});
