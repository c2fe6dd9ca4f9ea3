import { $getClipboardDataFromSelection, setLexicalClipboardDataTransfer } from "@lexical/clipboard";
import { $isCodeNode } from "@lexical/code";
import {
  $createRangeSelection,
  $getSelection,
  $isElementNode,
  $isLineBreakNode,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  COPY_COMMAND,
  type ElementNode,
  type LexicalEditor,
  type LexicalNode,
  type PointType,
  type RangeSelection,
} from "lexical";

/** Copying without a selection copies the line at the cursor (spec/ui.md §17.4). */
export const registerCopyLine = (editor: LexicalEditor): (() => void) =>
  editor.registerCommand(
    COPY_COMMAND,
    (event) => {
      const clipboard = event && "clipboardData" in event ? event.clipboardData : null;
      const selection = $getSelection();
      if (!clipboard || !$isRangeSelection(selection) || !selection.isCollapsed()) return false;
      const line = $lineOf(selection.anchor);
      const text = line.getTextContent();
      if (text === "") return false;
      event?.preventDefault();
      if ($isCodeNode(line.anchor.getNode())) clipboard.setData("text/plain", text);
      else setLexicalClipboardDataTransfer(clipboard, $getClipboardDataFromSelection(line));
      return true;
    },
    COMMAND_PRIORITY_LOW,
  );

/** The range between the line breaks around a point. */
function $lineOf(point: PointType): RangeSelection {
  const { block, index } = $placeOf(point);
  const children = block.getChildren();
  const isBreak = (node: LexicalNode) => $isLineBreakNode(node) || ($isElementNode(node) && !node.isInline());
  const start = children.slice(0, index).findLastIndex(isBreak) + 1;
  const length = children.slice(start).findIndex(isBreak);
  const line = $createRangeSelection();
  line.anchor.set(block.getKey(), start, "element");
  line.focus.set(block.getKey(), length < 0 ? children.length : start + length, "element");
  return line;
}

/** The block of a point and the number of its children before it. */
function $placeOf(point: PointType): { block: ElementNode; index: number } {
  let node = point.getNode();
  let index = point.offset;
  while (!$isElementNode(node) || node.isInline()) {
    const parent: ElementNode = node.getParentOrThrow();
    index = node.getIndexWithinParent();
    node = parent;
  }
  return { block: node, index };
}
