import { $isListItemNode, $isListNode, type ListItemNode, type ListNode } from "@lexical/list";
import { $createParagraphNode, $getEditor, $getNodeByKey, $isRootNode, type ElementNode } from "lexical";
import { limits } from "#contracts/limits";

/**
 * The list of an item.
 * @throws for an item outside a list (spec/ui.md §6.5)
 */
export function $listOf(item: ListItemNode): ListNode {
  const list = item.getParent();
  if (!$isListNode(list)) throw new Error("ListNode 하단에서만 사용해주세요");
  return list;
}

/** Moves an item that is nested too deep up to the deepest level (spec/ui.md §17.2). */
export function $keepWithinDepth(item: ListItemNode): void {
  if (item.getIndent() > limits.listDepth - 1) item.setIndent(limits.listDepth - 1);
}

/**
 * Removes a list that has lost its items, with the items and lists that only contained it; the body keeps a line. A
 * list without items in the previous state is kept: co-editors removed its items, and one of them may be filling it.
 */
export function $dropEmptyList(list: ListNode): void {
  if (!list.isEmpty() || $hadNone(list)) return;
  let emptied: ElementNode | null = list;
  while (emptied?.isEmpty() && ($isListNode(emptied) || $isListItemNode(emptied))) {
    const around: ElementNode | null = emptied.getParent();
    emptied.remove(true);
    emptied = around;
  }
  if ($isRootNode(emptied) && emptied.isEmpty()) emptied.append($createParagraphNode());
}

function $hadNone(list: ListNode): boolean {
  const state = $getEditor().getEditorState();
  const before = $getNodeByKey(list.getKey(), state);
  return $isListNode(before) && state.read(() => before.isEmpty());
}
