import { buildEditorFromExtensions, type LexicalEditorWithDispose } from "@lexical/extension";
import { $getRoot, type LexicalEditor } from "lexical";
import { editorExtension } from "#web/editor/extension.ts";
import { $bodyHtml } from "#web/editor/html-out.ts";
import { pictures } from "#web/editor/pictures/pictures.ts";

/** The editor without its user interface, with the cursor at the end of a body. Needs a DOM. */
export function openedEditor(html: string, onTableCut = () => {}): LexicalEditorWithDispose {
  const files = pictures(async (file) => file);
  const nothing = () => {};
  const setup = {
    html,
    imageUrl: null,
    editable: true,
    files,
    onSecondImage: nothing,
    onOtherFile: nothing,
    onImageFailed: nothing,
    onTableCut,
  };
  const editor = buildEditorFromExtensions(editorExtension(setup));
  change(editor, () => void $getRoot().selectEnd());
  return editor;
}

export const change = (editor: LexicalEditor, fn: () => void): void => editor.update(fn, { discrete: true });
export const htmlOf = (editor: LexicalEditor): string => editor.read($bodyHtml);
export const textOf = (editor: LexicalEditor): string => editor.read(() => $getRoot().getTextContent());

/** jsdom has neither clipboard events nor data transfers. */
export function clipboardEvent(given: Readonly<Record<string, string>>) {
  const data = new Map(Object.entries(given));
  const clipboardData = {
    files: [],
    types: [...data.keys()],
    getData: (type: string) => data.get(type) ?? "",
    setData: (type: string, text: string) => void data.set(type, text),
  };
  const event = Object.assign(new Event("paste", { cancelable: true }), { clipboardData });
  return { event: event as unknown as ClipboardEvent, data };
}
