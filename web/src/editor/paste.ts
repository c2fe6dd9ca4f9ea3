import { $insertGeneratedNodes } from "@lexical/clipboard";
import { $createCodeNode, $isCodeNode } from "@lexical/code";
import { $createLinkNode } from "@lexical/link";
import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import {
  $createTextNode,
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  type LexicalEditor,
  mergeRegister,
  PASTE_COMMAND,
} from "lexical";
import { guessLanguage, looksLikeCode } from "./code/pasted-code.ts";
import { $nodesOfHtml } from "./html-in.ts";
import { isLinkAddress, newTab } from "./links/link.ts";
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
  if (looksLikeCode(text) && isBlankHtml(html)) {
    $insertCode(text);
    return true;
  }
  if (html === "" || isLinkAddress(address)) return false;
  $insertGeneratedNodes(editor, $nodesOfHtml(editor, html, onTableCut), selection);
  return true;
}

/**
 * Code editors add coloured HTML beside the text: one block in a monospaced font, which contains less information than
 * the text.
 */
function isBlankHtml(html: string): boolean {
  if (html === "") return true;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const [only, second] = body.children;
  if (!only || second) return false;
  return only.matches("pre, code") || /monospace/i.test(only.getAttribute("style") ?? "");
}

function $insertCode(text: string): void {
  const code = $createCodeNode(guessLanguage(text));
  $insertNodes([code]);
  code.selectEnd();
  $getSelection()?.insertRawText(text.replace(/\n+$/, ""));
}
