import {
  $addUpdateTag,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_HIGH,
  HISTORY_PUSH_TAG,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  type NodeKey,
} from "lexical";

/** Moves a block before the one at this index, or to the end if there is none. */
export function $moveBlock(key: NodeKey, index: number): void {
  const block = $getNodeByKey(key);
  if (!block || block.getParent() !== $getRoot()) return;
  const at = block.getIndexWithinParent();
  if (index === at || index === at + 1) return;
  const next = $getRoot().getChildAtIndex(index);
  if (next) next.insertBefore(block);
  else $getRoot().append(block);
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 2 };

/** Alt+Shift with an arrow moves the block at the cursor, like the handle. */
export const registerMoveKeys = (editor: LexicalEditor): (() => void) =>
  editor.registerCommand(
    KEY_DOWN_COMMAND,
    (event) => {
      const step = steps[event.key];
      const selection = $getSelection();
      if (step === undefined || !event.altKey || !event.shiftKey || !$isRangeSelection(selection))
        return false;
      const block = selection.anchor.getNode().getTopLevelElement();
      if (!block) return false;
      event.preventDefault();
      const index = block.getIndexWithinParent() + step;
      if (index >= 0) $moveBlock(block.getKey(), index);
      $addUpdateTag(HISTORY_PUSH_TAG);
      return true;
    },
    COMMAND_PRIORITY_HIGH,
  );
