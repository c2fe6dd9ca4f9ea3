import { $isCodeNode } from "@lexical/code";
import { ListItemNode } from "@lexical/list";
import { $getNearestNodeOfType } from "@lexical/utils";
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_HIGH,
  COMMAND_PRIORITY_LOW,
  INDENT_CONTENT_COMMAND,
  KEY_DOWN_COMMAND,
  KEY_ESCAPE_COMMAND,
  KEY_TAB_COMMAND,
  type LexicalEditor,
  mergeRegister,
  OUTDENT_CONTENT_COMMAND,
  type RangeSelection,
} from "lexical";
import { $stepThroughTable } from "./tables/table-edit.ts";

/**
 * Tab in a list indents the item wherever the cursor is; at the beginning of a line it adds a Markdown level
 * (spec/ui.md §17.2). After Escape, Tab leaves the editor, so that the keyboard is never trapped.
 */
export function registerTabKey(editor: LexicalEditor): () => void {
  let isLeaving = false;
  return mergeRegister(
    editor.registerCommand(
      KEY_DOWN_COMMAND,
      ({ key }) => {
        if (key !== "Tab" && key !== "Shift") isLeaving = key === "Escape";
        return false;
      },
      COMMAND_PRIORITY_LOW,
    ),
    editor.registerCommand(
      KEY_ESCAPE_COMMAND,
      // By default the text loses the focus, and most browsers would continue at the top of the page.
      () => true,
      COMMAND_PRIORITY_LOW,
    ),
    editor.registerCommand(
      KEY_TAB_COMMAND,
      (event) => {
        const selection = $getSelection();
        if (isLeaving) {
          isLeaving = false;
          return true;
        }
        if (!$isRangeSelection(selection)) return false;
        const anchor = selection.anchor.getNode();
        if ($getNearestNodeOfType(anchor, ListItemNode)) {
          event.preventDefault();
          editor.dispatchCommand(
            event.shiftKey ? OUTDENT_CONTENT_COMMAND : INDENT_CONTENT_COMMAND,
            undefined,
          );
          return true;
        }
        if ($stepThroughTable(selection, event.shiftKey)) {
          event.preventDefault();
          return true;
        }
        if ($isCodeNode(anchor.getTopLevelElement())) return false;
        if (event.shiftKey) return true;
        if (!selection.isCollapsed() || !$isLineStart(selection)) return false;
        event.preventDefault();
        // A tab node before `- ` would prevent the Markdown shortcut.
        selection.insertText("\t");
        return true;
      },
      COMMAND_PRIORITY_HIGH,
    ),
  );
}

/** Whether only white space precedes the cursor in its block. */
function $isLineStart({ anchor }: RangeSelection): boolean {
  const node = anchor.getNode();
  if (anchor.type === "element") return anchor.offset === 0;
  if (node.getPreviousSibling() !== null || node.getParent()?.isInline()) return false;
  return node.getTextContent().slice(0, anchor.offset).trim() === "";
}
