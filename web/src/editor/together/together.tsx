import { LexicalCollaboration } from "@lexical/react/LexicalCollaborationContext";
import { CollaborationPlugin } from "@lexical/react/LexicalCollaborationPlugin";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import type { Provider } from "@lexical/yjs";
import { mergeRegister } from "lexical";
import { useCallback, useEffect } from "react";
import type { Doc, Transaction, UndoManager } from "yjs";
import { historyDelayMs } from "../extension.ts";
import { followLetters } from "./follow-letters.ts";
import { holdWhileComposing } from "./hold-composed.ts";
import { mendBinding } from "./mend-binding.ts";
import { forgetMovedSteps } from "./moved-steps.ts";
import { keepOrphans } from "./orphans.ts";
import { partRedone } from "./redone-pieces.ts";
import type { SharedText } from "./shared-text.ts";
import { managerOf } from "./without-undo.ts";

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
      <StepsOfUndo doc={shared.doc} />
      <WhatComesIn shared={shared} />
    </LexicalCollaboration>
  );
}

/** As long as without others (spec/ui.md §21), and none that would undo what those wrote. */
function StepsOfUndo({ doc }: { doc: Doc }) {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    const prepared = new WeakSet<UndoManager>();
    // The plugin makes it later than this, and before anything comes in.
    const prepare = () => {
      const manager = managerOf(editor);
      if (!manager || prepared.has(manager)) return;
      prepared.add(manager);
      manager.captureTimeout = historyDelayMs;
      mendBinding(manager);
    };
    const look = (transaction: Transaction) => {
      const manager = managerOf(editor);
      if (manager) forgetMovedSteps(manager, transaction);
    };
    doc.on("beforeTransaction", prepare);
    doc.on("beforeTransaction", partRedone);
    doc.on("afterTransaction", look);
    return () => {
      doc.off("beforeTransaction", prepare);
      doc.off("beforeTransaction", partRedone);
      doc.off("afterTransaction", look);
    };
  }, [editor, doc]);
  return null;
}

/** Around the way in which y-websocket takes messages in, and after it. */
function WhatComesIn({ shared }: { shared: SharedText }) {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    const { provider } = shared.link;
    return mergeRegister(
      keepOrphans(editor, provider),
      holdWhileComposing(editor, provider),
      followLetters(editor),
    );
  }, [editor, shared]);
  return null;
}
