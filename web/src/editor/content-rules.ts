import { $isCodeNode, CodeNode } from "@lexical/code";
import { LinkNode } from "@lexical/link";
import { ListItemNode, ListNode } from "@lexical/list";
import {
  $getEditor,
  $getNodeByKey,
  type LexicalEditor,
  mergeRegister,
  type TextFormatType,
  TextNode,
} from "lexical";
import { sanitiseAttributes } from "#contracts/html";
import { languageName } from "../ui/code-language.ts";
import { registerSharedRules } from "./collaboration/shared-rules.ts";
import { textStyle } from "./html-in.ts";
import { emptyAddress, isLinkAddress, newTab } from "./links/link.ts";
import { $unlink } from "./links/link-edit.ts";
import { $dropEmptyList, $keepWithinDepth } from "./list-item.ts";
import { $images, ImageNode, isPictureSource } from "./pictures/image-node.tsx";
import type { Pictures } from "./pictures/pictures.ts";

/** Formats without markup in bodies; a shortcut or a paste may set them. */
const unknownFormats: readonly TextFormatType[] = [
  "underline",
  "highlight",
  "lowercase",
  "uppercase",
  "capitalize",
];

/**
 * Restricts the content to what a body may contain, however it was inserted. `onSecondImage` explains a removed
 * picture.
 */
export function registerContentRules(
  editor: LexicalEditor,
  files: Pictures,
  onSecondImage: () => void,
): () => void {
  return mergeRegister(
    registerSharedRules(editor, onSecondImage),
    editor.registerNodeTransform(TextNode, (node) => {
      for (const format of unknownFormats) if (node.hasFormat(format)) node.toggleFormat(format);
      const style = textStyle(node.getStyle());
      if (style !== node.getStyle()) node.setStyle(style);
    }),
    editor.registerNodeTransform(CodeNode, (node) => {
      const language = node.getLanguage();
      if (language && language !== languageName(language)) node.setLanguage(languageName(language));
    }),
    editor.registerNodeTransform(LinkNode, (node) => {
      const address = node.getURL();
      if (address !== emptyAddress && !isLinkAddress(address)) {
        $unlink(node);
      } else if (node.getTarget()) {
        if (node.getTarget() !== newTab.target) node.setTarget(newTab.target);
        const { rel } =
          sanitiseAttributes("a", { href: address, target: "_blank", rel: node.getRel() ?? "" }, false) ?? {};
        if (rel !== undefined && rel !== node.getRel()) node.setRel(rel);
      }
    }),
    editor.registerNodeTransform(ListItemNode, $keepWithinDepth),
    editor.registerNodeTransform(ListNode, $dropEmptyList),
    editor.registerNodeTransform(ImageNode, (node) => {
      const src = node.getSrc();
      const isLost = src.startsWith("blob:") && !files.has(src);
      if (!isPictureSource(src) || isLost || $isCodeNode(node.getParent())) {
        node.remove();
        return;
      }
      const first = $keptImage();
      if (first && !first.is(node)) {
        node.remove();
        onSecondImage();
      }
    }),
  );
}

/** The picture that stays if there are several: the one that was there before, otherwise the first. */
function $keptImage(): ImageNode | undefined {
  const before = $getEditor().getEditorState();
  const all = $images();
  return all.find((image) => $getNodeByKey(image.getKey(), before)) ?? all[0];
}
