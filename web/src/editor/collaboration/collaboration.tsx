import { LexicalCollaboration } from "@lexical/react/LexicalCollaborationContext";
import { CollaborationPlugin } from "@lexical/react/LexicalCollaborationPlugin";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import type { Provider } from "@lexical/yjs";
import { useCallback, useEffect, useEffectEvent } from "react";
import type { Doc } from "yjs";
import { useDialogs } from "../../ui/dialogs.tsx";
import { historyDelayMs } from "../extension.ts";
import type { DocumentConnection } from "./document-connection.ts";
import { holdWhileComposing } from "./hold-while-composing.ts";
import { lexicalProvider } from "./lexical-provider.ts";
import { watchLostBlocks } from "./lost-block.ts";
import { rereadChildren } from "./reread-children.ts";
import { prepareUndo } from "./undo.ts";
import { managerOf } from "./undo-manager.ts";

/** A document that several members edit, and its connection. */
export interface SharedDocument {
  /** Name of the room. */
  readonly id: string;
  readonly doc: Doc;
  readonly connection: DocumentConnection;
  /** Uuid of the member. */
  readonly uuid: string;
  /** Colour of the caret that others see, as `#rrggbb`. */
  readonly color: string;
  start(): void;
  leave(): void;
}

/** Binds the editor to a shared document and shows the carets of others. The initial content comes from the server. */
export function Collaboration({ shared }: { shared: SharedDocument }) {
  const open = useCallback(
    (id: string, docs: Map<string, Doc>): Provider => {
      docs.set(id, shared.doc);
      return lexicalProvider(shared.connection.provider);
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
      <BindingSetup doc={shared.doc} />
      <Incoming shared={shared} />
    </LexicalCollaboration>
  );
}

/**
 * The plugin creates the binding and its undo manager after this component is mounted, and before any update arrives.
 */
function BindingSetup({ doc }: { doc: Doc }) {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    const prepare = () => {
      const manager = managerOf(editor);
      if (!manager) return;
      doc.off("beforeTransaction", prepare);
      prepareUndo(manager, historyDelayMs);
      rereadChildren(manager);
    };
    doc.on("beforeTransaction", prepare);
    return () => doc.off("beforeTransaction", prepare);
  }, [editor, doc]);
  return null;
}

function Incoming({ shared }: { shared: SharedDocument }) {
  const { confirm } = useDialogs();
  const offer = useEffectEvent(async (text: string) => {
    const question = { title: "쓰던 문단을 다른 사람이 지웠어요", text, yes: "복사하기", no: "닫기" };
    if (await confirm(question)) await navigator.clipboard.writeText(text).catch(() => {});
  });
  useEffect(() => {
    const { provider, storedClock } = shared.connection;
    const stopHolding = holdWhileComposing(provider);
    const stopWatching = watchLostBlocks(shared.doc, storedClock, (text) => void offer(text));
    return () => {
      stopHolding();
      stopWatching();
    };
  }, [shared]);
  return null;
}
