import {
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  type ElementNode,
  type LexicalNode,
} from "lexical";

/** A place in a text that can be found again in another editor with much the same text. */
export interface Caret {
  /** From the root: which child, and which child of that. */
  readonly path: readonly number[];
  /** Within the last of them: characters; whatever else stands in the line counts as one. */
  readonly offset: number;
}

const sizeOf = (node: LexicalNode): number => ($isTextNode(node) ? node.getTextContentSize() : 1);

/** Where the caret is; null without one. */
export function $caret(): Caret | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return null;
  const { focus } = selection;
  const node = focus.getNode();
  const element = $isElementNode(node) ? node : node.getParentOrThrow();
  const before = $isElementNode(node)
    ? node.getChildren().slice(0, focus.offset)
    : node.getPreviousSiblings();
  const path = [element, ...element.getParents()].slice(0, -1).map((one) => one.getIndexWithinParent());
  return {
    path: path.reverse(),
    offset: before.reduce((sum, one) => sum + sizeOf(one), $isElementNode(node) ? 0 : focus.offset),
  };
}

/** Puts the caret there, or as near as the text allows. */
export function $placeCaret({ path, offset }: Caret): void {
  const element = path.reduce<ElementNode>((around, index) => {
    const child = around.getChildAtIndex(Math.min(index, around.getChildrenSize() - 1));
    return $isElementNode(child) ? child : around;
  }, $getRoot());
  let left = offset;
  for (const child of element.getChildren()) {
    if ($isTextNode(child) && left <= sizeOf(child)) {
      child.select(left, left);
      return;
    }
    if (left === 0) {
      element.select(child.getIndexWithinParent(), child.getIndexWithinParent());
      return;
    }
    left = Math.max(0, left - sizeOf(child));
  }
  element.selectEnd();
}
