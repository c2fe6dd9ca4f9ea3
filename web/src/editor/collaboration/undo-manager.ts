import type { LexicalEditor } from "lexical";
import type { UndoManager } from "yjs";

/**
 * @lexical/react publishes it by this key, which none of its types names
 * (https://github.com/facebook/lexical/blob/v0.50.0/packages/lexical-react/src/shared/useYjsCollaboration.tsx#L82). Once
 * one does, this can be replaced.
 */
const undoManager = Symbol.for("@lexical/yjs/UndoManager");

/** The undo manager that the plugin attaches to the editor. */
export const managerOf = (editor: LexicalEditor): UndoManager | undefined =>
  (editor as { [undoManager]?: UndoManager })[undoManager];

/** Makes a change that undo does not revert. */
export function withoutUndo(editor: LexicalEditor, change: () => void): void {
  const tracked = managerOf(editor)?.trackedOrigins;
  const origins = [...(tracked ?? [])];
  tracked?.clear();
  try {
    change();
  } finally {
    for (const origin of origins) tracked?.add(origin);
  }
}
