import { $isCodeNode } from "@lexical/code";
import {
  $createParagraphNode,
  $getSelection,
  $isLineBreakNode,
  $isRangeSelection,
  COMMAND_PRIORITY_HIGH,
  KEY_ARROW_DOWN_COMMAND,
  type LexicalEditor,
} from "lexical";

/** Arrow down in the last line of a code block at the end of the text adds a paragraph below it. */
export const registerLeaveCode = (editor: LexicalEditor): (() => void) =>
  editor.registerCommand(
    KEY_ARROW_DOWN_COMMAND,
    (event) => {
      const selection = $getSelection();
      if (!$isRangeSelection(selection) || !selection.isCollapsed() || event.shiftKey) return false;
      const at = selection.anchor.getNode();
      const code = at.getTopLevelElement();
      if (!$isCodeNode(code) || code.getNextSibling() !== null) return false;
      const below = $isCodeNode(at) ? at.getChildren().slice(selection.anchor.offset) : at.getNextSiblings();
      if (below.some($isLineBreakNode)) return false;
      event.preventDefault();
      code.insertAfter($createParagraphNode()).selectStart();
      return true;
    },
    COMMAND_PRIORITY_HIGH,
  );
