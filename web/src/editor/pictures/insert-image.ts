import { $isCodeNode } from "@lexical/code";
import { $insertNodeToNearestRoot } from "@lexical/utils";
import {
  $createParagraphNode,
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  type LexicalEditor,
} from "lexical";
import { $createImageNode, $images, ImageNode } from "./image-node.tsx";
import type { Pictures } from "./pictures.ts";

/** The editor's messages about pictures. */
export interface PictureNotices {
  /** Called when a second picture was rejected. */
  readonly onSecondImage: () => void;
  /** Called with the first file if none is a picture. */
  readonly onOtherFile: (file: File) => void;
  /** Called when the picture could not be compressed and was removed. */
  readonly onImageFailed: () => void;
}

export const isPicture = (file: File): boolean => file.type.startsWith("image/");

/** Whether there is a picture already: a post has at most one. */
export const hasPicture = (editor: LexicalEditor): boolean =>
  editor.read("pending", () => $images().length > 0);

/**
 * Inserts the first picture among the files at the cursor, and names the first file if none is a picture.
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
  if (!file) {
    if (chosen[0]) notices.onOtherFile(chosen[0]);
    return;
  }
  if (hasPicture(editor)) {
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
  // A block of its own, so that it stands between lines and not in one.
  const paragraph = $createParagraphNode().append(image);
  const selection = $getSelection();
  const block = $isRangeSelection(selection) ? selection.anchor.getNode().getTopLevelElement() : null;
  if ($isCodeNode(block)) block.insertAfter(paragraph);
  else $insertNodeToNearestRoot(paragraph);
  const before = paragraph.getPreviousSibling();
  if ($isParagraphNode(before) && before.isEmpty()) before.remove();
  if (!paragraph.getNextSibling()) paragraph.insertAfter($createParagraphNode());
  paragraph.selectNext(0, 0);
}

const tries = 10;
const tryEveryMs = 100;

/** React renders the element later, so it is looked up at most ten times (spec/ui.md §17.5). */
function bringIntoView(editor: LexicalEditor, src: string, left = tries): void {
  const image = editor.getRootElement()?.querySelector(`img[src="${CSS.escape(src)}"]`);
  if (image) image.scrollIntoView({ block: "nearest" });
  else if (left > 1) setTimeout(() => bringIntoView(editor, src, left - 1), tryEveryMs);
}
