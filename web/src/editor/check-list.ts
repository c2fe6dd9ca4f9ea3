import { DOMRenderExtension, domOverride } from "@lexical/html";
import { $createListNode, $isListItemNode, $isListNode, ListItemNode, ListNode } from "@lexical/list";
import {
  $copyNode,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  configExtension,
  HISTORIC_TAG,
  type LexicalEditor,
  type LexicalNode,
  type TextNode,
} from "lexical";
import { $listOf } from "./list-item.ts";

const box = /^\[([ x]?)\] $/i;

/**
 * `- ` creates a bullet list immediately, so the rest of `- [ ] ` is typed inside its item: that turns the item into a
 * checkbox (spec/ui.md §17.2). Only typing is handled; stored text with the same characters stays text.
 */
export function registerCheckShortcut(editor: LexicalEditor): () => void {
  return editor.registerUpdateListener(({ tags, dirtyLeaves, editorState }) => {
    if (tags.has(HISTORIC_TAG) || dirtyLeaves.size === 0 || editor.isComposing()) return;
    if (editorState.read($typedBox)) {
      editor.update(() => {
        const typed = $typedBox();
        if (typed) $toCheckItem(typed);
      });
    }
  });
}

interface TypedBox {
  readonly item: ListItemNode;
  readonly text: TextNode;
  readonly length: number;
  readonly isChecked: boolean;
}

/** The box before the cursor, at the very beginning of a bullet item. */
function $typedBox(): TypedBox | undefined {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return undefined;
  const text = selection.anchor.getNode();
  const item = text.getParent();
  if (!$isTextNode(text) || !$isListItemNode(item) || text.getPreviousSibling() !== null) return undefined;
  const list = item.getParent();
  const length = selection.anchor.offset;
  const typed = box.exec(text.getTextContent().slice(0, length));
  if (!typed || !$isListNode(list) || list.getListType() !== "bullet") return undefined;
  return { item, text, length, isChecked: typed[1]?.toLowerCase() === "x" };
}

function $toCheckItem({ item, text, length, isChecked }: TypedBox): void {
  text.spliceText(0, length, "", true);
  const list = $listOf(item);
  const after = item.getNextSiblings();
  const isAlone = after.length === 0 && item.getPreviousSibling() === null;
  if (isAlone || $isListItemNode(list.getParent())) {
    list.setListType("check");
  } else {
    if (after.length > 0) list.insertAfter($copyNode(list).append(...after));
    const checks = $createListNode("check");
    list.insertAfter(checks);
    checks.append(item);
    if (list.isEmpty()) list.remove();
  }
  item.setChecked(isChecked);
}

const $isCheckList = (node: LexicalNode | null): boolean =>
  $isListNode(node) && node.getListType() === "check";

/** Sets an attribute, or removes it if the value is null. */
const mark = (element: HTMLElement, name: string, value: string | null) => {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
};

/**
 * Lexical renders items of a check list as checkboxes: their list becomes a group, an item that only holds a nested
 * list gets no role, and a checkbox without text still gets a name. Bodies do not store these attributes.
 */
export const checkRoles = configExtension(DOMRenderExtension, {
  overrides: [
    domOverride([ListNode], {
      $decorateDOM: (list, _before, element) => mark(element, "role", $isCheckList(list) ? "group" : null),
    }),
    domOverride([ListItemNode], {
      $decorateDOM: (item, _before, element) => {
        if (!$isCheckList(item.getParent())) return;
        const isBox = element.getAttribute("role") === "checkbox";
        if (!isBox) element.setAttribute("role", "none");
        mark(element, "aria-label", isBox && item.getTextContent().trim() === "" ? "할 일" : null);
      },
    }),
  ],
});
