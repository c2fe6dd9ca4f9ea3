import type { LexicalEditor } from "lexical";
import type { UndoManager } from "yjs";

/** The well-known key by which @lexical/react publishes it (COLLAB_UNDO_MANAGER in its useYjsCollaboration.tsx). */
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
