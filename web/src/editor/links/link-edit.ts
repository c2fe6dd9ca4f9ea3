import { $isCodeNode } from "@lexical/code";
import { $createLinkNode, $isLinkNode, $toggleLink, LinkNode } from "@lexical/link";
import { $getNearestNodeOfType } from "@lexical/utils";
import {
  $createTextNode,
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  type LexicalNode,
  type NodeKey,
  type RangeSelection,
} from "lexical";
import { emptyAddress, newTab } from "./link.ts";

const $linkOf = (node: LexicalNode): LinkNode | null =>
  $isLinkNode(node) ? node : $getNearestNodeOfType(node, LinkNode);

/** The link around the cursor or the whole selection. */
export function $linkAtSelection(): LinkNode | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return null;
  const link = $linkOf(selection.anchor.getNode());
  return link?.is($linkOf(selection.focus.getNode())) ? link : null;
}

/**
 * Turns the selected text, or the word at the cursor, into a link without an address yet; without text the address
 * becomes the link's text. Returns its key, or null where no link is allowed (spec/ui.md §17.3).
 */
export function $wrapInLink(): NodeKey | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || selection.getNodes().some($isInCode)) return null;
  if (selection.isCollapsed() && !$selectWord(selection)) {
    const link = $createLinkNode(emptyAddress, newTab).append($createTextNode(emptyAddress));
    selection.insertNodes([link]);
    link.select();
    return link.getKey();
  }
  $toggleLink(emptyAddress, newTab);
  return $firstNewLink()?.getKey() ?? null;
}

const $isInCode = (node: LexicalNode): boolean => $isCodeNode(node.getTopLevelElement());

function $firstNewLink(): LinkNode | undefined {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return undefined;
  return selection.getNodes().flatMap((node) => $linkOf(node) ?? [])[0];
}

/** Extends the cursor to the word that it touches. Returns whether there is one. */
function $selectWord(selection: RangeSelection): boolean {
  const { anchor, focus } = selection;
  const node = anchor.getNode();
  if (!$isTextNode(node)) return false;
  const text = node.getTextContent();
  const before = /\S*$/.exec(text.slice(0, anchor.offset))?.[0].length ?? 0;
  const after = /^\S*/.exec(text.slice(anchor.offset))?.[0].length ?? 0;
  if (before + after === 0) return false;
  const { offset } = anchor;
  anchor.set(node.getKey(), offset - before, "text");
  focus.set(node.getKey(), offset + after, "text");
  return true;
}

/** Removes the link and keeps its text. */
export function $unlink(link: LinkNode): void {
  for (const child of link.getChildren()) link.insertBefore(child);
  link.remove();
}

/**
 * Sets the address of the link and puts the cursor behind it. A link whose text is its former address gets the new one
 * as text.
 */
export function $setAddress(key: NodeKey, address: string): void {
  const link = $getNodeByKey(key);
  if (!$isLinkNode(link)) return;
  const [text] = link.getChildren();
  if ($isTextNode(text) && link.getTextContent() === link.getURL()) text.setTextContent(address);
  link.setURL(address).setTarget(newTab.target).setRel(newTab.rel);
  link.selectEnd();
}

/** Leaves a link unchanged; removes one that never had an address. */
export function $giveUpAddress(key: NodeKey): void {
  const link = $getNodeByKey(key);
  if (!$isLinkNode(link) || link.getURL() !== emptyAddress) return;
  if (link.getTextContent() === emptyAddress) link.remove();
  else $unlink(link);
}
