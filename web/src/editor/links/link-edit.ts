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

/** The link that the cursor or the whole selection stands in. */
export function $linkAtSelection(): LinkNode | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return null;
  const link = $linkOf(selection.anchor.getNode());
  return link?.is($linkOf(selection.focus.getNode())) ? link : null;
}

/**
 * Makes the selected text, or the word at the cursor, a link without an address yet; where there is no text the link
 * gets that of its address. Its key, null where no link can stand (spec/ui.md §17.3).
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

/** Stretches the cursor over the word it touches. Whether there is one. */
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

/** Takes the link away; its text stays. */
export function $unlink(link: LinkNode): void {
  for (const child of link.getChildren()) link.insertBefore(child);
  link.remove();
}

/** Gives the link its address and puts the cursor behind it. A link that shows its former address shows the new one. */
export function $setAddress(key: NodeKey, address: string): void {
  const link = $getNodeByKey(key);
  if (!$isLinkNode(link)) return;
  const [text] = link.getChildren();
  if ($isTextNode(text) && link.getTextContent() === link.getURL()) text.setTextContent(address);
  link.setURL(address).setTarget(newTab.target).setRel(newTab.rel);
  link.selectEnd();
}

/** Leaves a link as it was; one that never had an address disappears. */
export function $giveUpAddress(key: NodeKey): void {
  const link = $getNodeByKey(key);
  if (!$isLinkNode(link) || link.getURL() !== emptyAddress) return;
  if (link.getTextContent() === emptyAddress) link.remove();
  else $unlink(link);
}
