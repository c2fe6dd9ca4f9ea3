import { $createRangeSelectionFromDom, $getSelection, $isRangeSelection, type LexicalEditor } from "lexical";

const actingOnSelection = ["keydown", "copy", "cut", "paste"] as const;

/**
 * Makes keys and the clipboard act where the cursor is. A browser that is busy passes on a click or an arrow key, and the
 * next key, before it reports the moved selection, and Lexical would act at the place of before.
 */
export const registerCurrentSelection = (editor: LexicalEditor): (() => void) =>
  editor.registerRootListener((root) => {
    if (!root) return;
    const { ownerDocument } = root;
    const report = (event: Event) => {
      const isComposing = editor.isComposing() || ("isComposing" in event && event.isComposing === true);
      // Lexical processes the report of the browser in the same way.
      if (!isComposing && hasMoved(editor, ownerDocument.getSelection()))
        ownerDocument.dispatchEvent(new Event("selectionchange"));
    };
    for (const type of actingOnSelection) root.addEventListener(type, report, { capture: true });
    return () => {
      for (const type of actingOnSelection) root.removeEventListener(type, report, { capture: true });
    };
  });

/** Whether the selection of the browser is another one than Lexical's, after pending updates. */
const hasMoved = (editor: LexicalEditor, selection: Selection | null): boolean =>
  editor.read(() => {
    const known = $getSelection();
    const current = $createRangeSelectionFromDom(selection, editor);
    if (!current || !$isRangeSelection(known)) return false;
    return !current.anchor.is(known.anchor) || !current.focus.is(known.focus);
  });
