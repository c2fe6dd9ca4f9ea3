import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  FORMAT_TEXT_COMMAND,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  mergeRegister,
  TextNode,
} from "lexical";
import { unwrap } from "../lib/unwrap.ts";

/** Bodies have one element for each of these formats, so code excludes them. */
const besides = ["superscript", "subscript"] as const;

/** Ctrl/⌘+E toggles inline code for the selected text, or for the text typed next. */
export const registerInlineCode = (editor: LexicalEditor): (() => void) =>
  mergeRegister(
    editor.registerCommand(
      KEY_DOWN_COMMAND,
      (event) => {
        const isKey = event.key.toLowerCase() === "e" && (event.ctrlKey || event.metaKey);
        if (!isKey || event.shiftKey || event.altKey || !$isRangeSelection($getSelection())) return false;
        event.preventDefault();
        return editor.dispatchCommand(FORMAT_TEXT_COMMAND, "code");
      },
      COMMAND_PRIORITY_LOW,
    ),
    editor.registerNodeTransform(TextNode, (node) => {
      if (!node.hasFormat("code")) return;
      for (const format of besides) if (node.hasFormat(format)) node.toggleFormat(format);
    }),
  );

/**
 * The stored form: the code element has the class, an element inside it all other styles. Lexical puts the styles on
 * the outer one.
 */
export function tidyInlineCode(code: Element): void {
  const [inner] = code.children;
  if (!inner) return;
  const style = code.getAttribute("style");
  if (style !== null) inner.setAttribute("style", style);
  code.removeAttribute("style");
  inner.classList.remove(inlineCodeClass);
  if (inner.classList.length === 0) inner.removeAttribute("class");
  code.className = inlineCodeClass;
}

export const inlineCodeClass = "editor-text-code";

/** Marks each text of inline code with line breaks separately, because Lexical would turn it into a code block. */
export function splitInlineCode(page: Document): void {
  for (const code of page.querySelectorAll(
    ":is(p, li, h1, h2, h3, h4, h5, h6, blockquote, td, th, a) code",
  )) {
    if (code.closest("pre") || !(code.querySelector("br") || code.textContent.includes("\n"))) continue;
    const texts = page.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      text.data = text.data.replaceAll("\n", " ");
      const part = page.createElement("code");
      text.replaceWith(part);
      part.append(text);
    }
    unwrap(code);
  }
}
