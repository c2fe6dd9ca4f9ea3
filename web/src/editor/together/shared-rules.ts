import { COLLABORATION_TAG, HISTORIC_TAG, type LexicalEditor, SKIP_DOM_SELECTION_TAG } from "lexical";
import { $images, $isImageNode } from "../pictures/image-node.tsx";
import { withoutUndo } from "./without-undo.ts";

/**
 * What others bring comes in without the rules of content. Two who each gave a body a picture while apart meet with
 * both: the first in the document stays, on all sides alike. `onSecondImage` tells whoever had seen the one that goes.
 */
export function registerSharedRules(editor: LexicalEditor, onSecondImage: () => void): () => void {
  return editor.registerUpdateListener(({ tags, dirtyLeaves, editorState, prevEditorState }) => {
    if (!tags.has(COLLABORATION_TAG) && !tags.has(HISTORIC_TAG)) return;
    if (![...dirtyLeaves].some((key) => $isImageNode(editorState._nodeMap.get(key)))) return;
    const [kept, ...others] = editorState.read($images);
    if (!kept || others.length === 0) return;
    const had = (key: string) => prevEditorState._nodeMap.has(key);
    const isOnlyTheirs = had(kept.getKey()) && !others.some((image) => had(image.getKey()));
    // Not from within the listener: the shared document is still being written.
    queueMicrotask(() => {
      keepFirstImage(editor);
      if (!isOnlyTheirs) onSecondImage();
    });
  });
}

function keepFirstImage(editor: LexicalEditor): void {
  const isElsewhere = !editor.getRootElement()?.contains(document.activeElement);
  // Taking this back would only bring the picture that has to go again.
  withoutUndo(editor, () =>
    editor.update(
      () => {
        for (const image of $images().slice(1)) image.remove();
      },
      // A caret that is set would take the focus from the title.
      { discrete: true, ...(isElsewhere && { tag: SKIP_DOM_SELECTION_TAG }) },
    ),
  );
}
