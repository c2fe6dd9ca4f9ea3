import { DOMRenderExtension, domOverride } from "@lexical/html";
import { $isListNode, ListItemNode, ListNode } from "@lexical/list";
import { configExtension, type LexicalNode } from "lexical";

const $isCheckList = (node: LexicalNode | null): boolean =>
  $isListNode(node) && node.getListType() === "check";

/** Gives an attribute or takes it away. */
const mark = (element: HTMLElement, name: string, value: string | null) => {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
};

/**
 * Lexical makes the items of a check list boxes to tick: their list is a group then, an item that only holds a deeper
 * list is nothing, and a box without text has a name all the same. Bodies do not keep these attributes.
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
