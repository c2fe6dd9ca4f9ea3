import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $getNodeByKey,
  $getRoot,
  $isLineBreakNode,
  type LexicalEditor,
  type NodeMap,
  SKIP_DOM_SELECTION_TAG,
} from "lexical";
import type { WebsocketProvider } from "y-websocket";
import {
  ContentString,
  decodeUpdate,
  type ID,
  Item,
  iterateDeletedStructs,
  type Transaction,
  XmlText,
} from "yjs";
import { documentMessages } from "#contracts/documents/api";
import { $createImageNode, $isImageNode } from "../pictures/image-node.tsx";
import { itemsOf, keyOf, lettersOf, type Orphan, type Piece, placeOf, topOf } from "./ended-lines.ts";
import { orphansOfVisit } from "./former-visit.ts";
import { updateIn } from "./update-in.ts";
import { withoutUndo } from "./without-undo.ts";

/** A y-websocket provider, as far as it matters here. */
type Line = Pick<WebsocketProvider, "doc" | "messageHandlers">;
type Deleted = ReturnType<typeof decodeUpdate>["ds"];

/**
 * A line that another joins with the one before, or makes a list of, is in the document one that ends and another that
 * begins: what its writer has put there meanwhile ends with it, though nobody has deleted it. Its writer puts it behind
 * the place again. What was said to be deleted stays so; therefore it looks at messages before y-websocket takes them in.
 */
export function keepOrphans(editor: LexicalEditor, { doc, messageHandlers }: Line): () => void {
  const takeIn = messageHandlers[documentMessages.sync];
  let said: Deleted | undefined;
  function look(transaction: Transaction): void {
    const { local, origin } = transaction;
    if (local) return;
    let orphans: Orphan[] = [];
    if (origin instanceof Uint8Array) orphans = orphansOfVisit(transaction, origin);
    // What the editor still shows is as it was before.
    else if (said) orphans = orphansOf(transaction, said, editor.getEditorState()._nodeMap);
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

function orphansOf(transaction: Transaction, said: Deleted, shown: NodeMap): Orphan[] {
  const { beforeState, deleteSet, doc } = transaction;
  const isNew = ({ client, clock }: ID) => clock >= (beforeState.get(client) ?? 0);
  const lines = new Set<XmlText>();
  const pieces = new Map<Item, Piece>();
  iterateDeletedStructs(transaction, deleteSet, (item) => {
    if (!(item instanceof Item && item.parent instanceof XmlText && item.parent._item?.deleted)) return;
    if (item.id.client !== doc.clientID || item.parentSub !== null) return;
    const piece = pieceOf(item, said, shown);
    if (!piece) return;
    pieces.set(item, piece);
    if (piece !== "\n") lines.add(item.parent);
  });
  return [...lines].map((line) => ({
    after: placeOf(topOf(line), isNew),
    pieces: [...itemsOf(line)].flatMap((item) => pieces.get(item) ?? []),
  }));
}

/** Of an item what was not known to whoever has ended its line. */
function pieceOf({ id, content }: Item, said: Deleted, shown: NodeMap): Piece | null {
  const ranges = said.clients.get(id.client) ?? [];
  const isUnsaid = (clock: number) =>
    !ranges.some((one) => one.clock <= clock && clock < one.clock + one.len);
  if (content instanceof ContentString) return lettersOf(content.str, (at) => isUnsaid(id.clock + at));
  const node = isUnsaid(id.clock) ? shown.get(keyOf(content) ?? "") : null;
  if ($isImageNode(node)) return { src: node.__src, altText: node.__altText };
  return $isLineBreakNode(node) ? "\n" : null;
}

function $create(piece: Piece) {
  if (typeof piece !== "string") return $createImageNode(piece);
  return piece === "\n" ? $createLineBreakNode() : $createTextNode(piece);
}

function put(editor: LexicalEditor, orphans: readonly Orphan[]): void {
  // Taken back, it would be lost for good: also what the person has only moved, whose former place is gone.
  withoutUndo(editor, () =>
    editor.update(
      () => {
        for (const { after, pieces } of orphans.toReversed()) {
          const line = $createParagraphNode().append(...pieces.map($create));
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
