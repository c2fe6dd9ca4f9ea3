import { $isListNode, type ListItemNode, type ListNode } from "@lexical/list";

/** The list that an item stands in. @throws outside one (spec/ui.md §6.5) */
export function $listOf(item: ListItemNode): ListNode {
  const list = item.getParent();
  if (!$isListNode(list)) throw new Error("ListNode 하단에서만 사용해주세요");
  return list;
}
