import {
  COMMAND_PRIORITY_LOW,
  HISTORY_PUSH_TAG,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  type NodeKey,
} from "lexical";
import { useCallback, useEffect, useState } from "react";
import { $linkAtSelection, $unlink, $wrapInLink } from "./link-edit.ts";

/** Which link is being edited; the toolbar's button wraps and unwraps, Ctrl+K edits without taking away. */
export function useLinkEdit(editor: LexicalEditor) {
  const [edited, edit] = useState<NodeKey | null>(null);

  const toggle = useCallback(() => {
    let key: NodeKey | null = null;
    editor.update(
      () => {
        const link = $linkAtSelection();
        if (link) $unlink(link);
        else key = $wrapInLink();
      },
      { discrete: true, tag: HISTORY_PUSH_TAG },
    );
    edit(key);
  }, [editor]);

  useEffect(
    () =>
      editor.registerCommand(
        KEY_DOWN_COMMAND,
        (event) => {
          if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return false;
          event.preventDefault();
          edit($linkAtSelection()?.getKey() ?? $wrapInLink());
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor],
  );
  return { edited, edit, toggle };
}
