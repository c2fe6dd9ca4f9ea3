import { buildEditorFromExtensions } from "@lexical/extension";
import { createYjsBinding, type Provider, syncLexicalUpdateToYjs } from "@lexical/yjs";
import { Doc, encodeStateAsUpdate } from "yjs";
import { editorExtension } from "../extension.ts";
import { $setBody } from "../html-in.ts";
import { pictures } from "../pictures/pictures.ts";
import type { StoredPost } from "../writing/post.ts";

/** Nothing is rendered while the seed is created. */
const noProvider: Provider = {
  awareness: {
    getLocalState: () => null,
    getStates: () => new Map(),
    setLocalState() {},
    setLocalStateField() {},
    on() {},
    off() {},
  },
  connect() {},
  disconnect() {},
  on() {},
  off() {},
};

/** The initial content of a shared document: a stored post, or an empty one. The server accepts one of all offers. */
export function seedOf(stored: Omit<StoredPost, "revision"> | null): Uint8Array {
  const doc = new Doc();
  const editor = buildEditorFromExtensions(
    editorExtension({
      html: "",
      imageUrl: null,
      editable: false,
      files: pictures(),
      isShared: true,
      onSecondImage: () => {},
      onOtherFile: () => {},
      onImageFailed: () => {},
      onTableCut: () => {},
    }),
  );
  const binding = createYjsBinding({ editor, id: "seed", doc, docMap: new Map([["seed", doc]]) });
  const stop = editor.registerUpdateListener((update) => {
    const { prevEditorState, editorState, dirtyElements, dirtyLeaves, normalizedNodes, tags } = update;
    syncLexicalUpdateToYjs(
      binding,
      noProvider,
      prevEditorState,
      editorState,
      dirtyElements,
      dirtyLeaves,
      normalizedNodes,
      tags,
    );
  });
  editor.update(() => $setBody(editor, stored?.html ?? "", stored?.imageUrl ?? null), { discrete: true });
  stop();
  editor.dispose();
  if (stored) {
    doc.getText("title").insert(0, stored.title);
    const fields = doc.getMap("fields");
    fields.set("category", stored.category);
    for (const [name, text] of Object.entries(stored.further)) if (text) fields.set(name, text);
  }
  return encodeStateAsUpdate(doc);
}
