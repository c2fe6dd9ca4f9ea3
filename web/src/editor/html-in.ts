import { $generateNodesFromDOM } from "@lexical/html";
import { $isListItemNode, $isListNode, type ListItemNode } from "@lexical/list";
import { $isTableNode } from "@lexical/table";
import {
  $copyNode,
  $createLineBreakNode,
  $createParagraphNode,
  $getRoot,
  $isDecoratorNode,
  $isElementNode,
  $isTextNode,
  type DOMConversionMap,
  type ElementNode,
  type LexicalEditor,
  type LexicalNode,
} from "lexical";
import { droppedWithContent, sanitiseAttribute } from "#contracts/html";
import { unwrap } from "../lib/unwrap.ts";
import { guessLanguage, looksLikeCode, showsCodeSigns } from "./code/pasted-code.ts";
import { splitInlineCode } from "./inline-code.ts";
import { $createImageNode, isPictureSource } from "./pictures/image-node.tsx";
import { cutTables, tidyTables } from "./tables/table-html.ts";

/**
 * Replaces the content by a stored body. Its picture is shown from `imageUrl`; a picture without a placeholder is
 * appended, so that saving does not lose it (spec/ui.md §18).
 */
export function $setBody(editor: LexicalEditor, html: string, imageUrl: string | null): void {
  const page = pageOf(html);
  placePicture(page, imageUrl);
  const blocks = asBlocks($nodesOf(editor, page));
  const hasPicture = page.querySelector("img") !== null;
  if (imageUrl && !hasPicture) {
    blocks.push($createParagraphNode().append($createImageNode({ src: imageUrl, altText: "이미지" })));
  }
  const root = $getRoot().clear();
  root.splice(0, 0, blocks.length > 0 ? blocks : [$createParagraphNode()]);
}

/**
 * Moves items and lists so that lists contain only items and items are only in lists: Lexical throws for an item
 * without a list.
 */
function keepItemsInLists(page: Document): void {
  const misplaced = () =>
    page.querySelector(":is(ul, ol) > :not(li, ul, ol)") ?? page.querySelector("li:not(ul > li, ol > li)");
  for (let element = misplaced(); element; element = misplaced()) unwrap(element);
}

/**
 * The nodes of pasted HTML that a body may contain (spec/wire-contract.md §8). `onCut` is called if a table is too
 * large.
 */
export function $nodesOfHtml(editor: LexicalEditor, html: string, onCut: () => void): LexicalNode[] {
  const page = pageOf(html);
  if (cutTables(page)) onCut();
  replaceNoBreakSpaces(page);
  joinMonospaced(page);
  return $nodesOf(editor, page);
}

const isMonospaced = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && /monospace/i.test(element.style.fontFamily);

/**
 * Lexical makes a block of code of each `div` in a monospaced font: those side by side become one, or paragraphs if they
 * are prose.
 */
function joinMonospaced(page: Document): void {
  for (const first of page.querySelectorAll("div")) {
    if (!first.isConnected || !isMonospaced(first)) continue;
    const blocks: HTMLElement[] = [];
    for (let one: Element | null = first; isMonospaced(one); one = one.nextElementSibling) blocks.push(one);
    const lines = blocks.flatMap((block) => (block.querySelector("div, p") ? [...block.children] : block));
    if (lines.length < 2) continue;
    const text = lines.map((line) => line.textContent).join("\n");
    if (looksLikeCode(text) || showsCodeSigns(text)) {
      const code = page.createElement("pre");
      code.setAttribute("data-highlight-language", guessLanguage(text));
      code.textContent = text;
      first.before(code);
      for (const block of blocks) block.remove();
    } else for (const block of blocks) block.style.removeProperty("font-family");
  }
}

/** Browsers copy spaces beside marks as no-break spaces. Several of them are an intended distance. */
function replaceNoBreakSpaces(page: Document): void {
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const isBetween = text.data.trim() !== "" || (text.previousSibling && text.nextSibling);
    if (!isBetween || text.parentElement?.closest("pre, code")) continue;
    text.data = text.data.replace(/(?<!\s)\u00a0(?!\s)/g, " ");
  }
}

const blockElements = "p, div, ul, ol, li, pre, blockquote, h1, h2, h3, h4, h5, h6, table, section, article";

const pageOf = (html: string): Document => new DOMParser().parseFromString(html, "text/html");

function $nodesOf(editor: LexicalEditor, page: Document): LexicalNode[] {
  keepItemsInLists(page);
  tidyTables(page);
  splitInlineCode(page);
  for (const element of page.querySelectorAll(droppedWithContent.join())) element.remove();
  for (const code of page.querySelectorAll("pre")) {
    code.setAttribute("data-language", code.getAttribute("data-highlight-language") ?? "plain");
  }
  // A link contains only text: it would split blocks inside it, and rows of a table inside it may contain another link.
  for (const link of page.querySelectorAll("a")) {
    if (link.querySelector(`a, ${blockElements}`)) unwrap(link);
  }
  bringStylesToText(page);
  keepSpacesByPictures(page);
  return $generateNodesFromDOM(editor, page);
}

function placePicture(page: Document, imageUrl: string | null): void {
  for (const image of page.querySelectorAll("img")) {
    if (image.getAttribute("src") !== "?") continue;
    if (imageUrl) image.setAttribute("src", imageUrl);
    else image.remove();
  }
}

const textProperties = ["color", "font-size", "font-family"];

/** The part of a `style` that text in the editor may have, in the form in which bodies store it. */
export const textStyle = (style: string): string =>
  (sanitiseAttribute("span", "style", style, false) ?? "")
    .split(/(?<=;) /)
    .filter((declaration) => textProperties.includes(declaration.slice(0, declaration.indexOf(":"))))
    .join(" ");

/**
 * Lexical imports only formats, so the styles of the elements around a text are moved to an element around the text
 * itself.
 */
function bringStylesToText(page: Document): void {
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const found: [Node, string][] = [];
  while (texts.nextNode()) {
    const style = inheritedStyle(texts.currentNode);
    if (style !== "") found.push([texts.currentNode, style]);
  }
  for (const [text, style] of found) {
    const holder = inlineElement(page);
    holder.dataset.style = style;
    text.parentNode?.replaceChild(holder, text);
    holder.append(text);
  }
}

/** Lexical treats a picture as a line end, where spaces are dropped: invisible text beside it keeps them. */
function keepSpacesByPictures(page: Document): void {
  for (const image of page.querySelectorAll("img")) {
    if (!isPictureSource(image.getAttribute("src") ?? "")) continue;
    const before = inlineElement(page);
    const after = inlineElement(page);
    for (const stop of [before, after]) {
      stop.dataset.stop = "";
      stop.textContent = "|";
    }
    image.before(before);
    image.after(after);
  }
}

/** Lexical does not recognise the element as inline by itself and would drop the spaces beside it. */
function inlineElement(page: Document): HTMLElement {
  const element = page.createElement("font");
  element.style.display = "inline";
  return element;
}

const inline = /^(?:span|strong|b|em|i|s|sup|sub|a|font|u|code|mark)$/;

function inheritedStyle(text: Node): string {
  const styles: string[] = [];
  for (let element = text.parentElement; element; element = element.parentElement) {
    if (element.localName === "pre") return "";
    if (inline.test(element.localName)) styles.unshift(element.getAttribute("style") ?? "");
  }
  return textStyle(styles.join(";"));
}

/** How the editor imports HTML beyond its nodes' own conversions. */
export const htmlImport: DOMConversionMap = {
  font: () => ({
    priority: 1,
    conversion: (element) => ({
      node: null,
      forChild: (child) => {
        const { style, stop } = element.dataset;
        if (stop !== undefined) return null;
        if (style !== undefined && $isTextNode(child)) child.setStyle(style);
        return child;
      },
    }),
  }),
};

/** Wraps text and pictures outside of blocks in paragraphs. */
function asBlocks(nodes: readonly LexicalNode[]): LexicalNode[] {
  const blocks: LexicalNode[] = [];
  let open: ElementNode | undefined;
  for (const node of nodes.flatMap($flat)) {
    if (isBlock(node)) {
      open = undefined;
      blocks.push(node);
      continue;
    }
    if (!open) {
      open = $createParagraphNode();
      blocks.push(open);
    }
    open.append(node);
  }
  return blocks;
}

export const isBlock = (node: LexicalNode): boolean =>
  ($isElementNode(node) || $isDecoratorNode(node)) && !node.isInline();

/** Moves blocks out of blocks, other than lists in items, because bodies cannot nest them. */
function $flat(node: LexicalNode): LexicalNode[] {
  if (!$isElementNode(node) || node.isInline()) return [node];
  if ($isListNode(node)) {
    for (const item of node.getChildren()) if ($isListItemNode(item)) $flattenItem(item);
    return [node];
  }
  if ($isTableNode(node)) return [node];
  const children = node.getChildren();
  if (!children.some(isBlock)) return [node];
  let open: ElementNode | undefined = node.clear();
  const flat: LexicalNode[] = [];
  for (const child of children) {
    if (isBlock(child)) {
      flat.push(...$flat(child));
      open = undefined;
      continue;
    }
    open ??= $copyNode(node);
    if (open.isEmpty()) flat.push(open);
    open.append(child);
  }
  return flat;
}

/** Restricts an item to lines of text, followed by lists. */
function $flattenItem(item: ListItemNode): void {
  for (const child of item.getChildren()) {
    if ($isListNode(child)) $flat(child);
    else if ($isElementNode(child) && !child.isInline()) {
      if (child.getPreviousSibling()) child.insertBefore($createLineBreakNode());
      for (const line of child.getChildren()) child.insertBefore(line);
      child.remove();
    }
  }
}
