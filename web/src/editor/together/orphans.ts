import {
  $createParagraphNode,
  $createTextNode,
  $getNodeByKey,
  $getRoot,
  type LexicalEditor,
  SKIP_DOM_SELECTION_TAG,
} from "lexical";
import type { WebsocketProvider } from "y-websocket";
import { ContentString, decodeUpdate, Item, iterateDeletedStructs, type Transaction, XmlText } from "yjs";
import { documentMessages } from "#contracts/documents/api";
import { updateIn } from "./update-in.ts";
import { withoutUndo } from "./without-undo.ts";

/** A y-websocket provider, as far as it matters here. */
type Line = Pick<WebsocketProvider, "doc" | "messageHandlers">;
type Deleted = ReturnType<typeof decodeUpdate>["ds"];
type Collab = { readonly _collabNode?: { readonly _key: string } };

interface Orphan {
  /** Key of what it stands after; null at the start of the text. */
  readonly after: string | null;
  readonly text: string;
}

/**
 * A line that another joins with the one before, or makes a list of, is in the document one that ends and another that
 * begins: what its writer has put there meanwhile ends with it, though nobody has deleted it. Its writer puts it behind
 * the place again. What was said to be deleted stays so; therefore it looks at messages before y-websocket takes them in.
 */
export function keepOrphans(editor: LexicalEditor, { doc, messageHandlers }: Line): () => void {
  const takeIn = messageHandlers[documentMessages.sync];
  let said: Deleted | undefined;
  function look(transaction: Transaction): void {
    if (transaction.local || !said) return;
    const orphans = orphansOf(transaction, said, doc.clientID);
    if (orphans.length > 0) queueMicrotask(() => put(editor, orphans));
  }
  messageHandlers[documentMessages.sync] = (encoder, decoder, ...rest) => {
    const update = doc.store.clients.has(doc.clientID) ? updateIn(decoder) : undefined;
    said = update && decodeUpdate(update).ds;
    try {
      takeIn?.(encoder, decoder, ...rest);
    } finally {
      said = undefined;
    }
  };
  doc.on("afterTransaction", look);
  return () => {
    doc.off("afterTransaction", look);
    if (takeIn) messageHandlers[documentMessages.sync] = takeIn;
  };
}

function orphansOf(transaction: Transaction, said: Deleted, self: number): Orphan[] {
  const lines = new Set<XmlText>();
  const gone = new Set<Item>();
  iterateDeletedStructs(transaction, transaction.deleteSet, (item) => {
    if (!(item instanceof Item && item.content instanceof ContentString && item.parent instanceof XmlText))
      return;
    if (!item.parent._item?.deleted || item.id.client !== self || !unsaid(item, said)) return;
    gone.add(item);
    lines.add(item.parent);
  });
  return [...lines].map((line) => {
    let text = "";
    for (let item = line._start; item; item = item.right) if (gone.has(item)) text += unsaid(item, said);
    return { after: placeOf(line, transaction), text };
  });
}

/** Of the letters of an item those that were not known to whoever has ended their line. */
function unsaid({ id, content }: Item, said: Deleted): string {
  const ranges = said.clients.get(id.client) ?? [];
  const isSaid = (clock: number) => ranges.some((one) => one.clock <= clock && clock < one.clock + one.len);
  return (content as ContentString).str
    .split("")
    .filter((_, i) => !isSaid(id.clock + i))
    .join("");
}

/** What has come in the place of a line, else what stands before it. */
function placeOf(line: XmlText, { beforeState }: Transaction): string | null {
  let ended = line._item;
  while (ended?.parent instanceof XmlText && ended.parent._item) ended = ended.parent._item;
  let next = ended;
  while (next?.deleted) next = next.right;
  const isNew = next && next.id.clock >= (beforeState.get(next.id.client) ?? 0);
  let place = isNew ? next : ended;
  while (place?.deleted) place = place.left;
  const type = (place?.content as { type?: Collab } | undefined)?.type;
  return type?._collabNode?._key ?? null;
}

function put(editor: LexicalEditor, orphans: readonly Orphan[]): void {
  // Taken back, it would be lost for good: also what the person has only moved, whose former place is gone.
  withoutUndo(editor, () =>
    editor.update(
      () => {
        for (const { after, text } of orphans.toReversed()) {
          const line = $createParagraphNode().append($createTextNode(text));
          const place = after === null ? null : $getNodeByKey(after);
          const top = place?.getTopLevelElement();
          const first = $getRoot().getFirstChild();
          if (top) top.insertAfter(line);
          else if (first) first.insertBefore(line);
          else $getRoot().append(line);
        }
      },
      { discrete: true, tag: SKIP_DOM_SELECTION_TAG },
    ),
  );
}
