import { $isListItemNode, $isListNode, type ListItemNode, type ListNode } from "@lexical/list";
import { $createParagraphNode, $getEditor, $isRootNode, type ElementNode } from "lexical";
import { limits } from "#contracts/limits";

/** The list that an item stands in. @throws outside one (spec/ui.md §6.5) */
export function $listOf(item: ListItemNode): ListNode {
  const list = item.getParent();
  if (!$isListNode(list)) throw new Error("ListNode 하단에서만 사용해주세요");
  return list;
}

/** Brings an item that stands too deep up to the last level (spec/ui.md §17.2). */
export function $keepWithinDepth(item: ListItemNode): void {
  if (item.getIndent() > limits.listDepth - 1) item.setIndent(limits.listDepth - 1);
}

/**
 * A list that loses its items is nothing that anybody wrote, but it keeps its depth, since only items come up: it goes,
 * and with it the items and lists that only held it. The body keeps a line. One that had none before has lost them to
 * several who write together, and another one may be filling it.
 */
export function $dropEmptyList(list: ListNode): void {
  if (!list.isEmpty() || $hadNone(list)) return;
  let place: ElementNode | null = list;
  while (place?.isEmpty() && ($isListNode(place) || $isListItemNode(place))) {
    const around: ElementNode | null = place.getParent();
    place.remove(true);
    place = around;
  }
  if ($isRootNode(place) && place.isEmpty()) place.append($createParagraphNode());
}

function $hadNone(list: ListNode): boolean {
  const before = $getEditor().getEditorState()._nodeMap.get(list.getKey());
  return $isListNode(before) && before.__size === 0;
}
