import { $insertGeneratedNodes } from "@lexical/clipboard";
import { $createCodeNode, $isCodeNode } from "@lexical/code";
import { $createLinkNode } from "@lexical/link";
import { $generateNodesFromMarkdownString } from "@lexical/markdown";
import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import {
  $createTextNode,
  $getRoot,
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  type LexicalEditor,
  mergeRegister,
  PASTE_COMMAND,
} from "lexical";
import { guessLanguage, isFenced, looksLikeCode, showsCodeSigns } from "./code/pasted-code.ts";
import { $nodesOfHtml } from "./html-in.ts";
import { isLinkAddress, newTab } from "./links/link.ts";
import { markdown } from "./markdown.ts";
import { insertImage, type PictureNotices } from "./pictures/insert-image.ts";
import type { Pictures } from "./pictures/pictures.ts";

export interface PasteTexts extends PictureNotices {
  /** Called when a table exceeded the maximum size. */
  readonly onTableCut: () => void;
}

const pastedAlt = "붙여넣은 이미지";

/** Handles pasted pictures, single addresses, code and foreign HTML (spec/ui.md §17.3–17.5). */
export function registerPaste(editor: LexicalEditor, files: Pictures, notices: PasteTexts): () => void {
  const insert = (given: readonly File[]) => insertImage(editor, given, pastedAlt, files, notices);
  return mergeRegister(
    editor.registerCommand(
      DRAG_DROP_PASTE,
      (given) => {
        insert(given);
        return true;
      },
      COMMAND_PRIORITY_LOW,
    ),
    editor.registerCommand(
      PASTE_COMMAND,
      (event) => {
        const clipboard = "clipboardData" in event ? event.clipboardData : null;
        if (!clipboard || !editor.isEditable()) return false;
        const pasted = [...clipboard.files];
        const isOurs = clipboard.types.includes("application/x-lexical-editor");
        const text = clipboard.getData("text/plain");
        // A copied web picture is pasted as a file and as HTML that refers to another site: use the file.
        if (pasted.length > 0 && text === "" && !isOurs) {
          event.preventDefault();
          insert(pasted);
          return true;
        }
        const html = isOurs ? null : clipboard.getData("text/html");
        if (!$pasteText(editor, text.replaceAll("\r\n", "\n"), html, notices.onTableCut)) return false;
        event.preventDefault();
        return true;
      },
      COMMAND_PRIORITY_LOW,
    ),
  );
}

/**
 * Whether the paste was handled; otherwise Lexical handles it. `html` is null for content copied from this product's
 * editor.
 */
function $pasteText(
  editor: LexicalEditor,
  text: string,
  html: string | null,
  onTableCut: () => void,
): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return false;
  if (text !== "" && $isCodeNode(selection.anchor.getNode().getTopLevelElement())) {
    selection.insertRawText(text);
    return true;
  }
  const address = text.trim();
  if (selection.isCollapsed() && isLinkAddress(address)) {
    $insertNodes([$createLinkNode(address, newTab).append($createTextNode(address))]);
    return true;
  }
  if (html === null) return false;
  const kind = html === "" ? "none" : codeOf(html);
  if (kind && isFenced(text)) {
    $insertNodes($generateNodesFromMarkdownString(text, markdown, true));
    return true;
  }
  if (kind === "pre" || (kind && looksLikeCode(text)) || (kind === "monospace" && showsCodeSigns(text))) {
    $insertCode(text);
    return true;
  }
  if (html === "" || isLinkAddress(address)) return false;
  $insertGeneratedNodes(editor, $nodesOfHtml(editor, html, onTableCut), selection);
  return true;
}

/**
 * Code editors and pages add coloured HTML beside the text: blocks in a monospaced font, at times one per line and inside
 * of others, which contain less information than the text. Several `pre` together are one piece of code.
 */
function codeOf(html: string): "pre" | "monospace" | undefined {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const blocks = blocksIn(body);
  if (blocks.length === 0 || !blocks.every(isMonospace)) return undefined;
  return blocks.length > 1 && blocks.every((block) => block.matches("pre")) ? "pre" : "monospace";
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

const isMonospace = (node: Node): node is Element =>
  isElement(node) && (node.matches("pre, code, br") || /monospace/i.test(node.getAttribute("style") ?? ""));

/** What stands in an element or in a `div` of it without a font of its own. */
const blocksIn = (element: Element): Node[] =>
  [...element.childNodes].flatMap((node) => {
    if (isElement(node)) return node.matches("div") && !isMonospace(node) ? blocksIn(node) : [node];
    return node.textContent?.trim() && node.nodeType === Node.TEXT_NODE ? [node] : [];
  });

function $insertCode(text: string): void {
  const last = $getRoot().getChildren().findLast($isCodeNode)?.getLanguage();
  const code = $createCodeNode(guessLanguage(text, last ?? undefined));
  $insertNodes([code]);
  code.selectEnd();
  $getSelection()?.insertRawText(text.replace(/\n+$/, ""));
}
