import { LexicalCollaboration } from "@lexical/react/LexicalCollaborationContext";
import { CollaborationPlugin } from "@lexical/react/LexicalCollaborationPlugin";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import type { Provider } from "@lexical/yjs";
import { useCallback, useEffect } from "react";
import type { Doc, UndoManager } from "yjs";
import { historyDelayMs } from "../extension.ts";
import type { SharedText } from "./shared-text.ts";

const undoManager = Symbol.for("@lexical/yjs/UndoManager");

/** Binds the editor to a shared document and shows the carets of the others. The first content is the server's affair. */
export function Together({ shared }: { shared: SharedText }) {
  const open = useCallback(
    (id: string, docs: Map<string, Doc>): Provider => {
      docs.set(id, shared.doc);
      // Its awareness holds what the plugin puts there.
      return shared.link.provider as unknown as Provider;
    },
    [shared],
  );
  return (
    <LexicalCollaboration>
      <CollaborationPlugin
        id={shared.id}
        providerFactory={open}
        shouldBootstrap={false}
        cursorColor={shared.color}
      />
      <StepsOfUndo />
    </LexicalCollaboration>
  );
}

/** As long as without others (spec/ui.md §21). */
function StepsOfUndo() {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    const manager = (editor as { [undoManager]?: UndoManager })[undoManager];
    if (manager) manager.captureTimeout = historyDelayMs;
  });
  return null;
}
