import type { LexicalEditor } from "lexical";
import type { UndoManager } from "yjs";

const undoManager = Symbol.for("@lexical/yjs/UndoManager");

/** Where the plugin keeps it. */
export const managerOf = (editor: LexicalEditor): UndoManager | undefined =>
  (editor as { [undoManager]?: UndoManager })[undoManager];

/** A change that is not to be undone. */
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
