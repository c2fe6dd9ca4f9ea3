import {
  CAN_REDO_COMMAND,
  CAN_UNDO_COMMAND,
  COMMAND_PRIORITY_LOW,
  type LexicalEditor,
  mergeRegister,
} from "lexical";
import { useEffect, useState } from "react";

/** Whether there is something to undo and to redo. */
export function useHistoryState(editor: LexicalEditor): { canUndo: boolean; canRedo: boolean } {
  const [canUndo, setUndo] = useState(false);
  const [canRedo, setRedo] = useState(false);
  useEffect(
    () =>
      mergeRegister(
        editor.registerCommand(
          CAN_UNDO_COMMAND,
          (can) => {
            setUndo(can);
            return false;
          },
          COMMAND_PRIORITY_LOW,
        ),
        editor.registerCommand(
          CAN_REDO_COMMAND,
          (can) => {
            setRedo(can);
            return false;
          },
          COMMAND_PRIORITY_LOW,
        ),
      ),
    [editor],
  );
  return { canUndo, canRedo };
}
