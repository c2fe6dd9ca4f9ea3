import { buildEditorFromExtensions } from "@lexical/extension";
import {
  createUndoManager,
  createYjsBinding,
  type Provider,
  syncLexicalUpdateToYjs,
  syncYjsChangesToLexical,
} from "@lexical/yjs";
import { $getRoot, type LexicalEditor } from "lexical";
import { expect, vi } from "vitest";
import { applyUpdate, Doc, encodeStateAsUpdate, UndoManager } from "yjs";
import { rereadChildren } from "#web/editor/collaboration/reread-children.ts";
import { seedOf } from "#web/editor/collaboration/seed.ts";
import { prepareUndo } from "#web/editor/collaboration/undo.ts";
import { editorExtension } from "#web/editor/extension.ts";
import { $images } from "#web/editor/pictures/image-node.tsx";
import { pictures } from "#web/editor/pictures/pictures.ts";

/** Without awareness. */
export const provider = {
  awareness: { getLocalState: () => null, getStates: () => new Map() },
} as unknown as Provider;

export const seedWith = (html: string) =>
  seedOf({ title: "", category: null, html, imageUrl: null, further: {} });
export const aLine = seedWith("<p>그림</p>");

/** An editor as CollaborationPlugin binds it; `stock` omits the product's workarounds. */
export function writer(start = aLine, stock = false) {
  const doc = new Doc();
  const onSecondImage = vi.fn();
  const files = { ...pictures(async (file) => file), has: () => true };
  const editor = buildEditorFromExtensions(
    editorExtension({
      html: "",
      imageUrl: null,
      editable: true,
      files,
      isShared: true,
      onSecondImage,
      onOtherFile: () => {},
      onImageFailed: () => {},
      onTableCut: () => {},
    }),
  );
  const binding = createYjsBinding({ editor, id: "x", doc, docMap: new Map([["x", doc]]) });
  const undo = createUndoManager(binding, binding.root.getSharedType());
  Object.assign(editor, { [Symbol.for("@lexical/yjs/UndoManager")]: undo });
  binding.root.getSharedType().observeDeep((events, { origin }) => {
    if (origin === binding) return;
    const isUndo = origin instanceof UndoManager;
    syncYjsChangesToLexical(binding, provider, events as never, isUndo, () => {});
  });
  editor.registerUpdateListener((update) => {
    const { prevEditorState, editorState, dirtyElements, dirtyLeaves, normalizedNodes, tags } = update;
    syncLexicalUpdateToYjs(
      binding,
      provider,
      prevEditorState,
      editorState,
      dirtyElements,
      dirtyLeaves,
      normalizedNodes,
      tags,
    );
  });
  prepareUndo(undo, 500);
  if (!stock) rereadChildren(undo);
  applyUpdate(doc, start, provider);
  // Later input must not be merged into this history entry.
  editor.update(() => {}, { discrete: true });
  return { doc, editor, undo, onSecondImage, pictures: () => picturesOf(editor) };
}
export type Writer = ReturnType<typeof writer>;

export const textOf = ({ editor }: Writer) => editor.read(() => $getRoot().getTextContent());

const picturesOf = (editor: LexicalEditor) => editor.read(() => $images().map((image) => image.getSrc()));

/** Exchanges updates until there are no new ones. */
export async function meet(...writers: Writer[]) {
  let isNews = true;
  for (let round = 0; isNews; round += 1) {
    expect(round).toBeLessThan(5);
    const before = writers.map(({ doc }) => encodeStateAsUpdate(doc));
    for (const { doc } of writers) for (const update of before) applyUpdate(doc, update, provider);
    // Received updates are committed and answered one turn later.
    await new Promise((done) => setTimeout(done));
    isNews = writers.some(({ doc }, i) => String(encodeStateAsUpdate(doc)) !== String(before[i]));
  }
}
