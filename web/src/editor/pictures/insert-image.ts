import { $isCodeNode } from "@lexical/code";
import { $wrapNodeInElement } from "@lexical/utils";
import {
  $createParagraphNode,
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  $isRootOrShadowRoot,
  type LexicalEditor,
} from "lexical";
import { $createImageNode, $images, ImageNode } from "./image-node.tsx";
import type { Pictures } from "./pictures.ts";

/** The editor's messages about pictures. */
export interface PictureNotices {
  /** Called when a second picture was rejected. */
  readonly onSecondImage: () => void;
  /** Called when the picture could not be compressed and was removed. */
  readonly onImageFailed: () => void;
}

const isPicture = (file: File) => file.type.startsWith("image/");

/**
 * Inserts the first picture among the files at the cursor; other files are ignored silently.
 * @throws in an editor without picture nodes (spec/ui.md §6.5)
 */
export function insertImage(
  editor: LexicalEditor,
  chosen: readonly File[],
  altText: string,
  files: Pictures,
  notices: PictureNotices,
): void {
  if (!editor.hasNodes([ImageNode])) throw new Error("에디터에 이미지 노드를 추가해야합니다.");
  const [file, second] = chosen.filter(isPicture);
  if (!file) return;
  if (editor.read("pending", () => $images().length > 0)) {
    notices.onSecondImage();
    return;
  }
  const src = files.add(file, () => {
    editor.update(() => {
      for (const image of $images()) if (image.getSrc() === src) image.remove();
    });
    notices.onImageFailed();
  });
  editor.update(() => $insertImage(src, altText), { onUpdate: () => bringIntoView(editor, src) });
  if (second) notices.onSecondImage();
}

function $insertImage(src: string, altText: string): void {
  const image = $createImageNode({ src, altText: altText.trim() || "이미지" });
  const selection = $getSelection();
  const block = $isRangeSelection(selection) ? selection.anchor.getNode().getTopLevelElement() : null;
  if ($isCodeNode(block)) {
    const paragraph = $createParagraphNode().append(image);
    block.insertAfter(paragraph);
    paragraph.selectEnd();
    return;
  }
  $insertNodes([image]);
  if ($isRootOrShadowRoot(image.getParentOrThrow())) {
    $wrapNodeInElement(image, $createParagraphNode).selectEnd();
  }
}

const tries = 10;
const tryEveryMs = 100;

/** React renders the element later, so it is looked up at most ten times (spec/ui.md §17.5). */
function bringIntoView(editor: LexicalEditor, src: string, left = tries): void {
  const image = editor.getRootElement()?.querySelector(`img[src="${CSS.escape(src)}"]`);
  if (image) image.scrollIntoView({ block: "nearest" });
  else if (left > 1) setTimeout(() => bringIntoView(editor, src, left - 1), tryEveryMs);
}
