import {
  $getNodeByKey,
  COLLABORATION_TAG,
  HISTORIC_TAG,
  type LexicalEditor,
  SKIP_DOM_SELECTION_TAG,
} from "lexical";
import { $images, $isImageNode } from "../pictures/image-node.tsx";
import { withoutUndo } from "./undo-manager.ts";

/**
 * Updates of others bypass the content rules: if two members each insert a picture, the document has both. Every client
 * keeps the first in document order. `onSecondImage` is called where the removed one was shown.
 */
export function registerSharedRules(editor: LexicalEditor, onSecondImage: () => void): () => void {
  return editor.registerUpdateListener(({ tags, dirtyLeaves, editorState, prevEditorState }) => {
    if (!tags.has(COLLABORATION_TAG) && !tags.has(HISTORIC_TAG)) return;
    if (![...dirtyLeaves].some((key) => $isImageNode($getNodeByKey(key, editorState)))) return;
    const [first, ...others] = editorState.read($images);
    if (!first || others.length === 0) return;
    const had = (key: string) => $getNodeByKey(key, prevEditorState) !== null;
    const isOnlyTheirs = had(first.getKey()) && !others.some((image) => had(image.getKey()));
    // Deferred, because the listener runs while the shared document is still being written.
    queueMicrotask(() => {
      keepFirstImage(editor);
      if (!isOnlyTheirs) onSecondImage();
    });
  });
}

function keepFirstImage(editor: LexicalEditor): void {
  const isElsewhere = !editor.getRootElement()?.contains(document.activeElement);
  // Undo would restore the picture that must be removed.
  withoutUndo(editor, () =>
    editor.update(
      () => {
        for (const image of $images().slice(1)) image.remove();
      },
      // Setting the selection would take the focus from the title.
      { discrete: true, ...(isElsewhere && { tag: SKIP_DOM_SELECTION_TAG }) },
    ),
  );
}
