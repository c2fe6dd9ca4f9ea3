import { $generateDOMFromRoot } from "@lexical/html";
import {
  $getEditor,
  $getRoot,
  $isElementNode,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
} from "lexical";
import { picturePlaceholder, sanitiseAttributes } from "#contracts/html";
import { normalise } from "#contracts/limits";
import { unwrap } from "../lib/unwrap.ts";
import { tidyInlineCode } from "./inline-code.ts";

/** The markup of a block, and the nodes from which it was generated. */
interface Written {
  readonly nodes: readonly LexicalNode[];
  readonly html: string;
}

const writtenBlocks = new WeakMap<LexicalEditor, ReadonlyMap<NodeKey, Written>>();

/**
 * The content as the markup of spec/wire-contract.md §8, as the server stores it. Call it within `editor.read`. Drafts
 * call it four times a second while a member types, so the markup of unchanged blocks is reused.
 */
export function $bodyHtml(): string {
  const editor = $getEditor();
  const known = writtenBlocks.get(editor);
  const written = new Map<NodeKey, Written>();
  for (const block of $getRoot().getChildren()) {
    const nodes = $nodesIn(block);
    const before = known?.get(block.getKey());
    const isSame =
      before?.nodes.length === nodes.length && nodes.every((node, at) => node === before.nodes[at]);
    written.set(block.getKey(), before && isSame ? before : { nodes, html: $blockHtml(block) });
  }
  writtenBlocks.set(editor, written);
  return [...written.values()].map(({ html }) => html).join("");
}

/** The block and its descendants. Lexical replaces the object of a changed node. */
function $nodesIn(block: LexicalNode): LexicalNode[] {
  const nodes = [block];
  for (const node of nodes) {
    if ($isElementNode(node)) for (const child of node.getChildren()) nodes.push(child);
  }
  return nodes;
}

function $blockHtml(block: LexicalNode): string {
  // Despite its name, the function accepts any node.
  const holder = $generateDOMFromRoot(document.createElement("div"), block);
  for (const code of holder.querySelectorAll("pre")) tidyCode(code);
  for (const code of holder.querySelectorAll("code")) tidyInlineCode(code);
  for (const image of holder.querySelectorAll("img")) {
    image.setAttribute("src", storedSource(image.getAttribute("src") ?? ""));
  }
  for (const list of holder.querySelectorAll("ul:empty, ol:empty")) list.remove();
  for (const element of holder.querySelectorAll("*")) reduce(element);
  tidyText(holder);
  return holder.innerHTML;
}

/** A new picture becomes the placeholder, a stored one keeps its path. */
const storedSource = (src: string) => (src.startsWith("/images/") ? src : picturePlaceholder);

function tidyCode(code: HTMLPreElement): void {
  const lines = code.querySelectorAll("br:not([data-lexical-managed-linebreak])").length + 1;
  code.setAttribute("data-gutter", Array.from({ length: lines }, (_, index) => index + 1).join("\n"));
  const language = code.getAttribute("data-language");
  if (language) code.setAttribute("data-highlight-language", language);
  for (const token of code.querySelectorAll("span")) {
    token.removeAttribute("style");
    if (token.className === "") unwrap(token);
  }
  code.normalize();
}

/** Keeps the attributes that a body may have, in their stored order, and removes what is not allowed. */
function reduce(element: Element): void {
  const given = [...element.attributes];
  const allowed = sanitiseAttributes(
    element.localName,
    Object.fromEntries(given.map(({ name, value }) => [name, value])),
    element.closest("pre") !== null,
  );
  if (!allowed) {
    unwrap(element);
    return;
  }
  for (const { name } of given) element.removeAttribute(name);
  for (const [name, value] of Object.entries(allowed)) element.setAttribute(name, value);
}

/** Normalises text as the server does: U+0338 at its beginning would combine with the preceding tag. */
function tidyText(holder: Element): void {
  const texts = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const tidy = normalise(text.data).replace(/^\u0338+/, "");
    if (tidy !== text.data) text.data = tidy;
  }
}
