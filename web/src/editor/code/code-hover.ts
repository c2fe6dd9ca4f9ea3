import { $isCodeNode } from "@lexical/code";
import { $getNearestNodeFromDOMNode, type LexicalEditor, type NodeKey } from "lexical";
import { useEffect, useState } from "react";
import { debounced } from "../debounced.ts";

/** Wait of the copy button before it follows the pointer (spec/ui.md §17.4). */
const waitMs = 50;
const mostMs = 1000;

/** The code block under the pointer, or under the head that lies over it (`data-code-head` holds its key). */
export function useHoveredCode(editor: LexicalEditor): NodeKey | null {
  const [hovered, setHovered] = useState<NodeKey | null>(null);
  useEffect(() => {
    const show = debounced(setHovered, waitMs, mostMs);
    const follow = ({ target }: MouseEvent) =>
      show(target instanceof Element ? codeAt(editor, target) : null);
    const stop = editor.registerRootListener((root, previous) => {
      previous?.parentElement?.removeEventListener("mousemove", follow);
      root?.parentElement?.addEventListener("mousemove", follow);
    });
    return () => {
      stop();
      show.cancel();
      editor.getRootElement()?.parentElement?.removeEventListener("mousemove", follow);
    };
  }, [editor]);
  return hovered;
}

function codeAt(editor: LexicalEditor, target: Element): NodeKey | null {
  const head = target.closest<HTMLElement>("[data-code-head]");
  if (head) return head.dataset.codeHead ?? null;
  if (!editor.getRootElement()?.contains(target)) return null;
  return editor.read("latest", () => {
    const block = $getNearestNodeFromDOMNode(target)?.getTopLevelElement();
    return $isCodeNode(block) ? block.getKey() : null;
  });
}
