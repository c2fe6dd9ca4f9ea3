import {
  $addUpdateTag,
  $createRangeSelectionFromDom,
  $getEditor,
  $getSelection,
  $isRangeSelection,
  $setSelection,
  COMMAND_PRIORITY_CRITICAL,
  COMPOSITION_END_COMMAND,
  type LexicalEditor,
  mergeRegister,
  type RangeSelection,
  SKIP_SCROLL_INTO_VIEW_TAG,
} from "lexical";

const actingOnSelection = ["keydown", "copy", "cut", "paste"] as const;

/**
 * Makes keys and the clipboard act where the cursor is. A browser that is busy passes on a click or an arrow key, and the
 * next key, before it reports the moved selection, and Lexical would act at the place of before.
 */
export const registerCurrentSelection = (editor: LexicalEditor): (() => void) =>
  mergeRegister(
    editor.registerRootListener((root) => {
      if (!root) return;
      const { ownerDocument } = root;
      const report = (event: Event) => {
        const isComposing = editor.isComposing() || ("isComposing" in event && event.isComposing === true);
        // Lexical processes the report of the browser in the same way.
        if (!isComposing && editor.read($movedSelection))
          ownerDocument.dispatchEvent(new Event("selectionchange"));
      };
      for (const type of actingOnSelection) root.addEventListener(type, report, { capture: true });
      return () => {
        for (const type of actingOnSelection) root.removeEventListener(type, report, { capture: true });
      };
    }),
    editor.registerCommand(
      COMPOSITION_END_COMMAND,
      () => {
        // A click elsewhere ends a composition: neither the view nor the cursor returns to it.
        $addUpdateTag(SKIP_SCROLL_INTO_VIEW_TAG);
        const moved = $movedSelection();
        const known = $getSelection();
        if (moved && $isRangeSelection(known) && moved.anchor.key !== known.anchor.key) $setSelection(moved);
        return false;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    registerReturn(editor),
  );

/** Restores the selection with the focus. Browsers put the cursor at the beginning, unless a click has placed it. */
function registerReturn(editor: LexicalEditor): () => void {
  return editor.registerRootListener((root) => {
    if (!root) return;
    let isClicked = false;
    const click = () => {
      isClicked = true;
    };
    const leave = () => {
      isClicked = false;
    };
    const enter = () => {
      if (!isClicked && editor.read(() => $getSelection() !== null)) editor.focus();
    };
    root.addEventListener("mousedown", click, { capture: true });
    root.addEventListener("blur", leave);
    root.addEventListener("focus", enter);
    return () => {
      root.removeEventListener("mousedown", click, { capture: true });
      root.removeEventListener("blur", leave);
      root.removeEventListener("focus", enter);
    };
  });
}

/** The selection of the browser, if it is another one than Lexical's after pending updates. */
function $movedSelection(): RangeSelection | undefined {
  const editor = $getEditor();
  const known = $getSelection();
  const selection = editor.getRootElement()?.ownerDocument.getSelection() ?? null;
  const current = $createRangeSelectionFromDom(selection, editor);
  if (!current || !$isRangeSelection(known)) return undefined;
  return current.anchor.is(known.anchor) && current.focus.is(known.focus) ? undefined : current;
}
