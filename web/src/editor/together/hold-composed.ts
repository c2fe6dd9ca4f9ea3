import type { LexicalEditor } from "lexical";
import * as encoding from "lib0/encoding";
import type { WebsocketProvider } from "y-websocket";
import { type Doc, decodeUpdate, getItem, getState, ID, Item, isParentOf, type XmlText } from "yjs";
import { documentMessages } from "#contracts/documents/api";
import { isBinding } from "./mend-binding.ts";
import { updateIn } from "./update-in.ts";
import { managerOf } from "./without-undo.ts";

/** A y-websocket provider, as far as it matters here. */
type Line = Pick<WebsocketProvider, "doc" | "messageHandlers">;
type Update = ReturnType<typeof decodeUpdate>;

/** A pause in the middle of a syllable does not hide for long what others do. */
export const longestHoldMs = 3000;

/**
 * While somebody composes a syllable, what others do to its line waits, and so does all that comes later: a text that is put
 * up anew takes the syllable from the input method, which writes it a second time. The next syllable lets it in.
 */
export function holdWhileComposing(editor: LexicalEditor, { doc, messageHandlers }: Line): () => void {
  const takeIn = messageHandlers[documentMessages.sync];
  const held: (() => void)[] = [];
  let patience: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    clearTimeout(patience);
    patience = undefined;
    for (const take of held.splice(0)) take();
  };
  messageHandlers[documentMessages.sync] = (encoder, decoder, ...rest) => {
    const update = editor.isComposing() ? updateIn(decoder) : undefined;
    if (!update || (held.length === 0 && !concernsComposed(editor, doc, update)))
      return takeIn?.(encoder, decoder, ...rest);
    patience ??= setTimeout(release, longestHoldMs);
    // Nothing is answered to an update.
    held.push(() => takeIn?.(encoding.createEncoder(), decoder, ...rest));
  };
  const stopListening = editor.registerUpdateListener(() => {
    // Not from within the listener: the shared document is still being written.
    if (held.length > 0) queueMicrotask(() => editor.isComposing() || release());
  });
  return () => {
    stopListening();
    if (takeIn) messageHandlers[documentMessages.sync] = takeIn;
    release();
  };
}

function concernsComposed(editor: LexicalEditor, doc: Doc, bytes: Uint8Array): boolean {
  const line = composedLine(editor);
  if (!line) return true;
  const update = decodeUpdate(bytes);
  return writesIn(line, doc, update) || deletesFrom(line, update);
}

function composedLine(editor: LexicalEditor): XmlText | undefined {
  const binding = [...(managerOf(editor)?.trackedOrigins ?? [])].find(isBinding);
  const composed = binding?.collabNodeMap.get(editor._compositionKey ?? "");
  return composed && "_text" in composed ? composed._parent._xmlText : undefined;
}

function writesIn(line: XmlText, { store }: Doc, { structs }: Update): boolean {
  const known = (id: unknown) => {
    if (!(id instanceof ID) || id.clock >= getState(store, id.client)) return null;
    const item = getItem(store, id);
    return item instanceof Item ? item : null;
  };
  return structs.some((one) => {
    if (!(one instanceof Item)) return false;
    const around = known(one.parent);
    return (
      (around !== null && around === line._item) ||
      [around, known(one.origin), known(one.rightOrigin)].some((item) => isParentOf(line, item))
    );
  });
}

/** Also the line itself, or what it stands in. */
function deletesFrom(line: XmlText, { ds }: Update): boolean {
  const isDeleted = ({ id, length }: Item) =>
    (ds.clients.get(id.client) ?? []).some(
      ({ clock, len }) => clock < id.clock + length && id.clock < clock + len,
    );
  for (let item = line._start; item; item = item.right) if (isDeleted(item)) return true;
  for (let item = line._item; item; item = (item.parent as XmlText)._item) if (isDeleted(item)) return true;
  return false;
}
